import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/characteristics`: the values of HealthKit's `HKCharacteristicType`s in the newest
    /// export.
    @Sendable func getCharacteristics(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getCharacteristics)
        let caller = try await caller(of: presented)
        let person = caller.person
        let characteristics = try await read(caller) {
            try CharacteristicReader(person: person, session: $0).characteristics()
        }
        var writer = JSONWriter(capacity: 1_024)
        writer.object { writer in
            writer.key("characteristics")
            writer.array { writer in
                for characteristic in characteristics {
                    writer.object { writer in
                        writer.member("type", characteristic.identifier)
                        writer.member("value", characteristic.value)
                        writer.member("rawValue", characteristic.rawValue.map { Int($0) })
                        writer.member("valueName", characteristic.valueName)
                    }
                }
            }
        }
        writer.rowCount = characteristics.count
        return HTTPResponse(json: writer)
    }
}
