import Foundation
import HealthCore
import HealthDatabase
import Testing

@Suite struct SourceRegistryTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func sources(_ store: TestStore) throws -> [Source] {
        try SourceReader(person: store.person, session: store.session).sources()
    }

    @Test("a source without a bundle identifier is unified with the first namesake that has one, and stays so")
    func unification() throws {
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

    @Test("the order in one batch does not affect unification, and one batch may have all of them")
    func oneBatch() throws {
        try store.post { maker in
            try maker.add(from: SourceRevision(name: "Scale", bundleIdentifier: "org.a"))
            try maker.add(from: SourceRevision(name: "Scale"))
            try maker.add(from: SourceRevision(name: "Clock"))
            try maker.add(from: SourceRevision(name: "Clock", bundleIdentifier: "org.c"))
        }
        #expect(try sources(store).map(\.bundleIdentifier) == ["org.a", "org.c"])
    }

    @Test("an app keeps its own identity if another has the same bundle identifier or another name")
    func differentNames() throws {
        try store.post { maker in
            try maker.add(from: SourceRevision(name: "A", bundleIdentifier: "org.a"))
            try maker.add(from: SourceRevision(name: "B", bundleIdentifier: "org.a"))
            try maker.add(from: SourceRevision(name: "a", bundleIdentifier: "org.a"))
        }
        #expect(try sources(store).map(\.name) == ["A", "B", "a"])
    }

    @Test("names that differ only in no-break spaces and apostrophes are one source, kept as first sent")
    func exportSpelling() throws {
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

    @Test("data entered by hand have a source of their own")
    func userEntered() throws {
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

    @Test("a revision is a source at one version, product and system, each once")
    func revisions() throws {
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

    @Test("devices that differ in any field are different, also nil and empty; each is stored once")
    func devices() throws {
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

    private static func device(_ hardware: String?, _ software: String?) -> Device {
        var device = Device()
        device.hardwareVersion = hardware
        device.softwareVersion = software
        return device
    }

    @Test("an app's source is no phone; one of Apple's own has the class of its devices, in any order")
    func classesOfBundles() async throws {
        let own = "com.apple.health.1"
        let revisions = [
            SourceRevision(name: "app", bundleIdentifier: "org.a", productType: "iPhone15,2"),
            SourceRevision(name: "phone", bundleIdentifier: own, productType: "iPad7,1"),
            SourceRevision(name: "watch", bundleIdentifier: own),
            SourceRevision(name: "watch", bundleIdentifier: own, productType: "Watch6,1"),
        ]
        for revisions in [revisions, revisions.reversed()] {
            try await TestStore.with { store in
                for revision in revisions { try store.post { try $0.add(from: revision) } }
                let classes = Dictionary(uniqueKeysWithValues: try sources(store).map { ($0.name, $0.sourceClass) })
                #expect(classes == ["app": .other, "phone": .phone, "watch": .watch])
            }
        }
    }

    @Test("without a bundle identifier, most samples that name a device must have the version of its system")
    func classesOfDevices() async throws {
        let phone = SourceRegistryTests.device("iPhone16,1", "18.1")
        let watch = SourceRegistryTests.device("Watch7,1", "11.4")
        // The source, its version, its device, and how many samples.
        let rows: [(String, String?, Device?, Int)] = [
            ("Alex’s iPhone", "18.1", phone, 3), ("Alex’s iPhone", "1.0", phone, 2), ("Alex’s iPhone", nil, nil, 9),
            ("Pedometer", "412", phone, 3), ("Pedometer", "18.1", phone, 3), ("Pedometer", nil, nil, 2),
            ("Ultra", "11.4", watch, 1), ("Ada’s Apple Watch", nil, nil, 1), ("Scale", "2", nil, 4),
        ]
        for pieces in [rows.map { [$0] }, rows.reversed().map { [$0] }, [rows]] {
            for isImported in [false, true] {
                try await TestStore.with { store in
                    for piece in pieces {
                        func add(_ maker: inout SampleMaker) throws {
                            for (name, version, device, count) in piece {
                                for _ in 0..<count {
                                    try maker.add(from: SourceRevision(name: name, version: version), on: device)
                                }
                            }
                        }
                        if isImported { try store.importing(add) } else { try store.post(add) }
                    }
                    let classes = Dictionary(
                        uniqueKeysWithValues: try sources(store).map { ($0.name, $0.sourceClass) })
                    #expect(
                        classes == [
                            "Alex’s iPhone": .phone, "Pedometer": .other, "Ultra": .watch, "Ada’s Apple Watch": .watch,
                            "Scale": .other,
                        ])
                }
            }
        }
    }
}
