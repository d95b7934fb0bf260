import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport

/// What is delivered about some samples, and what must be there in the end, in whatever order and pieces it comes.
///
/// The order makes no difference as long as
/// - one uuid always comes with the same content, and no two correlations with the same version of an identifier;
/// - nothing is resurrected on request;
/// - no workout is deleted that shares samples with a correlation: a workout lets go what it held, and nobody knows any more that a
///   correlation that went before had held it, too;
/// - objects have no sync identities of their own: the newest version is not kept once it went with its correlation, so that an
///   older one inside a living correlation cannot stand for it;
/// - versions of workouts, which share their samples, do not come;
/// - what an import brings is posted as well, at some time: imports take nothing away. Versions it brings are known by then.
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
    /// When each sample was: no two are the same to an import.
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

    /// Some of the deliveries with no uuid twice: an import takes a repeated uuid for another record.
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

    /// Older versions, which leave a tombstone only where they were stored once.
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

    /// What there must be: lines as of `TestStore.arrivals`.
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
    /// What is here and what is gone, one sentence each; of `outdone` only what is here.
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
