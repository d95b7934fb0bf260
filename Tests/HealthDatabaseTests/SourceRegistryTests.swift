import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct SourceRegistryTests {
    private func sources(_ store: TestStore) throws -> [Source] {
        try SourceReader(person: store.person, session: store.session).sources()
    }

    @Test("a source without a bundle identifier is unified with the first namesake that has one, and stays so")
    func unification() async throws {
        try await TestStore.with { store in
            try store.post { try $0.add(from: SourceRevision(name: "Scale")) }
            #expect(try sources(store).map(\.bundleIdentifier) == [nil])
            try store.post { try $0.add(from: SourceRevision(name: "Scale", bundleIdentifier: "org.a")) }
            #expect(try sources(store).map(\.bundleIdentifier) == ["org.a"])
            try store.post { try $0.add(from: SourceRevision(name: "Scale", bundleIdentifier: "org.b")) }
            #expect(try sources(store).map(\.bundleIdentifier) == ["org.a", "org.b"])
            // The name is ambiguous, so the source that appeared first is used.
            try store.post { try $0.add(from: SourceRevision(name: "Scale")) }
            #expect(try sources(store).count == 2)
            let ids = try store.samples().map(\.source.id).sorted()
            #expect(ids == [1, 1, 1, 2])
        }
    }

    @Test("the order in one batch does not affect unification, and one batch may have all of them")
    func oneBatch() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                try maker.add(from: SourceRevision(name: "Scale", bundleIdentifier: "org.a"))
                try maker.add(from: SourceRevision(name: "Scale"))
                try maker.add(from: SourceRevision(name: "Clock"))
                try maker.add(from: SourceRevision(name: "Clock", bundleIdentifier: "org.c"))
            }
            #expect(try sources(store).map(\.bundleIdentifier) == ["org.a", "org.c"])
        }
    }

    @Test("an app keeps its own identity if another has the same bundle identifier or another name")
    func differentNames() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                try maker.add(from: SourceRevision(name: "A", bundleIdentifier: "org.a"))
                try maker.add(from: SourceRevision(name: "B", bundleIdentifier: "org.a"))
                try maker.add(from: SourceRevision(name: "a", bundleIdentifier: "org.a"))
            }
            #expect(try sources(store).map(\.name) == ["A", "B", "a"])
        }
    }

    @Test("names that differ only in no-break spaces and apostrophes are one source, kept as first sent")
    func exportSpelling() async throws {
        try await TestStore.with { store in
            let names = [
                "Ada\u{2019}s Apple\u{a0}Watch", "Ada's Apple Watch", "Ada\u{2019}s Apple\u{202f}Watch",
                "Ada's Apple\u{a0}Watch",
            ]
            for name in names { try store.post { try $0.add(from: SourceRevision(name: name)) } }
            try store.importing { maker in
                for name in names { try maker.add(UUID(), from: SourceRevision(name: name)) }
            }
            let all = try sources(store)
            #expect(all.map(\.name) == [names[0]])
            #expect(all.map(\.sourceClass) == [.watch])
            #expect(try store.count("source_revision") == 1)
        }
    }

    @Test("data entered by hand have a source of their own")
    func userEntered() async throws {
        try await TestStore.with { store in
            let byHand = SourceRevision(
                name: SampleMaker.phone.name, bundleIdentifier: SampleMaker.phone.bundleIdentifier,
                wasUserEntered: true)
            try store.post { maker in
                try maker.add(from: SampleMaker.phone)
                try maker.add(from: byHand)
                try maker.add(from: SourceRevision(name: SampleMaker.phone.name, wasUserEntered: true))
            }
            #expect(try sources(store).map(\.wasUserEntered) == [false, true])
        }
    }

    @Test("a revision is a source at one version, product and system, each once")
    func revisions() async throws {
        try await TestStore.with { store in
            let variants: [SourceRevision] = [
                SourceRevision(name: "A"), SourceRevision(name: "A", version: "1"),
                SourceRevision(name: "A", version: ""), SourceRevision(name: "A", version: "2"),
                SourceRevision(name: "A", version: "2", productType: "iPhone15,2"),
                SourceRevision(name: "A", version: "2", productType: "iPhone15,2", operatingSystemVersion: "17.1"),
            ]
            for _ in 0..<2 { try store.post { maker in for variant in variants { try maker.add(from: variant) } } }
            #expect(try store.count("source_revision") == 6)
            #expect(try store.count("source") == 1)
            let versions = Set(try store.samples().map(\.version))
            #expect(versions == [nil, "1", "", "2"])
        }
    }

    @Test("devices that differ in any field are different, also nil and empty; each is stored once")
    func devices() async throws {
        try await TestStore.with { store in
            let paths: [WritableKeyPath<Device, String?>] = [
                \.name, \.manufacturer, \.model, \.hardwareVersion, \.firmwareVersion, \.softwareVersion,
                \.localIdentifier, \.udiDeviceIdentifier, \.creationDate, \.unparsed,
            ]
            var devices = [Device()]
            for path in paths {
                for text in ["", "x"] {
                    var device = Device()
                    device[keyPath: path] = text
                    devices.append(device)
                }
            }
            for _ in 0..<2 { try store.post { maker in for device in devices { try maker.add(on: device) } } }
            #expect(try store.count("device") == 21)
            let read = Set(try store.samples().compactMap(\.device))
            #expect(read == Set(devices))
        }
    }

    @Test("the class of a source comes from its product type, else from its first device")
    func classes() async throws {
        try await TestStore.with { store in
            var watch = Device()
            watch.hardwareVersion = "Watch6,1"
            try store.post { maker in
                try maker.add(from: SourceRevision(name: "one"), on: watch)
                try maker.add(from: SourceRevision(name: "two", productType: "iPad7,1"))
                try maker.add(from: SourceRevision(name: "three", bundleIdentifier: "org.a", productType: "iPhone15,2"))
                try maker.add(from: SourceRevision(name: "four"))
                try maker.add(from: SourceRevision(name: "five"))
                try maker.add(from: SourceRevision(name: "five"), on: watch)
            }
            #expect(try sources(store).map(\.sourceClass) == [.watch, .phone, .other, .other, .watch])
        }
    }
}
