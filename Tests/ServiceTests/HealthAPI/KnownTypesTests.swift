import Foundation
import Postgres
import TestSupport
import Testing

@testable import HealthAPI
@testable import HealthDatabase

@Suite struct KnownTypesTests {
    @Test("a type is known for its person, and forgotten after two lifetimes at most")
    func lifetime() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let version = try FiguresVersion(
                reading: session.execute("select 1::bigint, 1::bigint, md5('feed')::uuid, 'epoch'::timestamptz")[0])
            let none = try session.execute("select where false")
            let state = try TypeState(sampleTypeID: 5, reading: [none, none, none])
            let types = KnownTypes(lifetime: .milliseconds(10))
            let (ada, bob) = (Person(id: 1, uuid: UUID(), name: "Ada"), Person(id: 2, uuid: UUID(), name: "Bob"))
            for _ in 0..<2 {
                // The second time, the memory has forgotten everything and begins to age again.
                types.remember(KnownTypeState(version: version, state: state), 5, of: ada)
                #expect(types.type(5, of: bob) == nil && types.type(6, of: ada) == nil)
                #expect(await eventually { types.bytes == 0 })
                #expect(types.type(5, of: ada) == nil)
            }
            let lasting = KnownTypes()
            lasting.remember(KnownTypeState(version: version, state: state), 5, of: ada)
            #expect(lasting.type(5, of: ada)?.version == version && lasting.bytes > 0)
        }
    }
}
