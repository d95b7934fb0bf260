import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport

/// Deliveries about some samples, and the state of the store that must follow from every order and
/// grouping of the deliveries.
///
/// The order makes no difference under these conditions:
/// - A uuid always comes with the same content. No two correlations have the same version of an
///   identifier.
/// - No delivery resurrects samples.
/// - No workout is deleted that shares samples with a correlation. A deleted workout releases its
///   samples, and the store does not keep that an earlier deleted correlation contained them, too.
/// - Objects have no sync identities of their own. The newest version is not kept after it was
///   deleted with its correlation, so an older version in a stored correlation cannot replace it.
/// - No versions of workouts are delivered, because they share their samples.
/// - Everything that an import contains is also posted at some time, because imports delete
///   nothing. The store then knows the versions in the import.
struct ArrivalPlan {
    enum Delivery {
        case sample(UUID)
        case container(Container)
        case deletion(UUID)
    }

    struct Container {
        var uuid: UUID
        var isWorkout = false
        var contents: [UUID]
        var sync: SyncIdentity?
    }

    private(set) var deliveries: [Delivery] = []
    /// The start of each sample. No two starts are equal, so that an import treats no two samples
    /// as the same.
    private var starts: [UUID: Double] = [:]

    init(_ random: inout SeededGenerator) {
        let samples = (0..<9).map { _ in random.uuid() }
        func some() -> [UUID] { Array(samples[..<7].shuffled(using: &random).prefix(random.below(4))) }
        var deleted: [UUID] = []
        for _ in 0..<2 + random.below(3) { add(.sample(samples[random.below(9)])) }
        for number in 0..<7 {
            var container = Container(uuid: random.uuid(), contents: some())
            if number < 5, random.chance(60) {
                container.sync = SyncIdentityTests.sync(Int64(number) + 1, random.chance(50) ? "x" : "y")
            }
            if random.chance(40) { deleted.append(container.uuid) }
            add(.container(container))
        }
        if random.chance(60) { add(.container(Container(uuid: random.uuid(), isWorkout: true, contents: some()))) }
        let own = Container(uuid: random.uuid(), isWorkout: true, contents: Array(samples[7...]))
        add(.container(own))
        if random.chance(50) { deleted.append(own.uuid) }
        for uuid in samples where random.chance(15) { deleted.append(uuid) }
        for uuid in deleted { add(.deletion(uuid)) }
    }

    private mutating func add(_ delivery: Delivery) {
        deliveries.append(delivery)
        for uuid in delivery.uuids where starts[uuid] == nil { starts[uuid] = Double(starts.count) * 60 }
    }

    /// Returns some of the deliveries without repeated uuids, because an import treats a repeated
    /// uuid as another record.
    func importable(_ random: inout SeededGenerator, withVersions: Bool) -> [Delivery] {
        var uuids: Set<UUID> = []
        return deliveries.shuffled(using: &random).filter { delivery in
            switch delivery {
            case .deletion: return false
            case .container(let container) where container.sync != nil && !withVersions: return false
            case .sample, .container: break
            }
            guard uuids.isDisjoint(with: delivery.uuids) else { return false }
            uuids.formUnion(delivery.uuids)
            return true
        }
    }

    func add(_ delivery: Delivery, to maker: inout SampleMaker) throws {
        switch delivery {
        case .sample(let uuid): try maker.add(uuid, .quantity(1), at: starts[uuid] ?? 0)
        case .container(let container):
            let ordinal = try maker.add(
                container.uuid, container.isWorkout ? .workout() : .correlation(), at: starts[container.uuid] ?? 0,
                sync: container.sync)
            for uuid in container.contents { try maker.add(uuid, .quantity(1), at: starts[uuid] ?? 0, in: ordinal) }
        case .deletion(let uuid): try maker.delete(uuid)
        }
    }

    // MARK: The end

    /// Older versions. They leave a tombstone only if they were stored once.
    var outdone: Set<UUID> {
        let containers = deliveries.compactMap(\.container)
        return Set(
            containers.filter { old in
                containers.contains { new in
                    guard let sync = old.sync, let other = new.sync else { return false }
                    return other.identifier == sync.identifier && other.version > sync.version
                }
            }.map(\.uuid))
    }

    var deletedByName: Set<UUID> {
        Set(deliveries.compactMap { if case .deletion(let uuid) = $0 { uuid } else { nil } })
    }

    /// The expected state, as lines of `TestStore.arrivals`.
    var end: Set<String> {
        let containers = deliveries.compactMap(\.container)
        let (outdone, deleted) = (outdone, deletedByName)
        var lines = Set(deleted.subtracting(outdone).map { "\($0) is deleted" })
        let living = containers.filter { !deleted.contains($0.uuid) && !outdone.contains($0.uuid) }
        let gone = containers.filter { container in !living.contains { $0.uuid == container.uuid } }
        for container in living {
            lines.insert("\(container.uuid) is here")
            for uuid in container.contents where !deleted.contains(uuid) {
                lines.insert("\(container.uuid) contains \(uuid)")
            }
        }
        let loose = deliveries.compactMap { if case .sample(let uuid) = $0 { uuid } else { nil } }
        for uuid in Set(containers.flatMap(\.contents) + loose) where !deleted.contains(uuid) {
            let isHeld = living.contains { $0.contents.contains(uuid) }
            let isTaken = gone.contains { !$0.isWorkout && $0.contents.contains(uuid) }
            lines.insert(isHeld || !isTaken ? "\(uuid) is here" : "\(uuid) went along")
        }
        return lines
    }
}

extension ArrivalPlan.Delivery {
    var container: ArrivalPlan.Container? { if case .container(let container) = self { container } else { nil } }

    fileprivate var uuids: [UUID] {
        switch self {
        case .sample(let uuid), .deletion(let uuid): [uuid]
        case .container(let container): [container.uuid] + container.contents
        }
    }
}

extension TestStore {
    /// Returns one line for each stored sample and each tombstone. Samples in `outdone` are listed
    /// only if they are stored.
    func arrivals(outdone: Set<UUID>) throws -> Set<String> {
        var lines: Set<String> = []
        func read(_ sql: String, _ line: (Row) throws -> String?) throws {
            for row in try session.execute(sql, [.int32(person.id)]) {
                if let line = try line(row) { lines.insert(line) }
            }
        }
        try read("select uuid from health.sample where person_id = $1") { "\(try $0.uuid(0)) is here" }
        try read("select container_uuid, uuid from health.contained_sample where person_id = $1") { row in
            "\(try row.uuid(0)) contains \(try row.uuid(1))"
        }
        try read("select uuid, went_with_correlation from health.deleted_sample where person_id = $1") { row in
            let uuid = try row.uuid(0)
            if outdone.contains(uuid) { return nil }
            return try row.bool(1) ? "\(uuid) went along" : "\(uuid) is deleted"
        }
        return lines
    }
}
