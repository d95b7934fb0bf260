import Foundation
import HealthCore
import Postgres

/// Undoes an import that has finished.
public final class ImportUndo: PersonQueries {
    /// The days for which replaced samples are kept at least.
    public static let daysKept = ReplacedSamples.days

    public struct Report: Sendable, Hashable {
        /// Samples that only this import had brought, and that were deleted.
        public var removed: Int64 = 0
        /// Samples that it had replaced, and that are stored again.
        public var restored: Int64 = 0
    }

    /// Stands for an import: undoing it restores what the complete ranges of clients replaced, and
    /// forgets these ranges.
    public static let clientRanges = CompleteRange.clients

    /// Removes what the import alone brought, and restores what it replaced.
    ///
    /// A sample that a later import has, too, stays. It goes when that import is undone. A sample
    /// that a client has sent, replaced or deleted meanwhile does not change. The same file can be
    /// imported again.
    ///
    /// - Throws: `HealthDatabaseError` (`importNotUndoable` unless the import has finished, or if
    ///   another import of the person runs; `unknownPerson`), or `PostgresError`.
    public func run(_ id: Int32) throws -> Report {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let states: [Int32: String] = try session.dictionary(
                """
                select import_id, state from health.import where person_id = $1 and (import_id = $2 or state = 'running')
                """, person, id)
            let state = states[id]
            guard state == "finished" || id == ImportUndo.clientRanges else {
                throw HealthDatabaseError(
                    .importNotUndoable,
                    state.map { "import \(id) is \($0); only an import that has finished can be undone" }
                        ?? "\(person.name) has no import \(id)")
            }
            guard states.keys.allSatisfy({ $0 == id }) else {
                throw HealthDatabaseError(.importNotUndoable, "another import of the person runs")
            }
            var report = Report()
            let brought = try session.all("select sample.uuid \(ImportUndo.brought)", person, id, as: UUID.self)
            try forgetVersions(of: id)
            var merge = try SampleMerge.removing(from: person, after: position, session)
            // The tombstone is older than every export, so that any export brings the sample back.
            try merge.removeInPieces(brought, for: Replacement(importID: nil, statedAt: .earliest), session)
            report.removed = Int64(brought.count)
            try session.run("delete from health.export_element where person_id = $1 and import_id = $2", person, id)
            report.restored = try ReplacedSamples.restore(from: id, after: &merge.position, of: person, session)
            try session.run("delete from health.complete_range where person_id = $1 and import_id = $2", person, id)
            try session.run(
                """
                update health.import set state = 'undone', updated_at = now(), stored = 0, replaced = 0
                where person_id = $1 and import_id = $2
                """, person, id)
            let joined = try session.all(
                "select source_id from health.source where person_id = $1 and joined_import_id = $2", person, id
            ) { (id: try $0.int32(), target: Int32?.none) }
            if !joined.isEmpty {
                try SourceJoin(person: person, session: session).apply(joined, importID: nil)
                merge.position = try PreferenceChange.sources.note(after: merge.position, of: person, session)
            }
            try DayClock.update(person, session)
            try UnusedNames.delete(of: person, after: &merge.position, session)
            try ChangeCounter.set(merge.position, of: person, session)
            return report
        }
    }

    /// SQL of the samples of the person $1 that only the import $2 brought. An import that was
    /// undone before may have brought them first. A later import has a sample if it states the time
    /// of the sample and does not leave it out.
    private static let brought = """
        from health.sample
        left join (
            select left_out.uuid, count(*) as count
            from health.complete_range stated
            cross join lateral unnest(stated.unlisted) left_out (uuid)
            where stated.person_id = $1 and stated.import_id <> $2
            group by left_out.uuid
        ) unlisted on unlisted.uuid = sample.uuid
        where sample.person_id = $1 and $2 <> \(clientRanges) and sample.import_id in (
                select import_id from health.import
                where person_id = $1 and (import_id = $2 or state = 'undone'))
            and coalesce(unlisted.count, 0) >= (
                select count(*) from health.complete_range stated
                where stated.person_id = $1 and stated.import_id <> $2
                    and stated.import_id > sample.import_id
                    and stated.sample_type_id = sample.sample_type_id
                    and stated.from_time <= sample.start_time and stated.to_time > sample.start_time)
        """

    /// Deletes the versions that the samples to remove hold. A sample whose identifier has a newer
    /// version does not come back.
    private func forgetVersions(of id: Int32) throws {
        try session.run(
            """
            delete from health.sample_sync held
            where held.person_id = $1 and held.uuid in (select sample.uuid \(ImportUndo.brought))
            """, person, id)
        try session.run(
            """
            delete from health.replaced_sample replaced using (
                select kept.uuid
                from health.replaced_sample kept
                cross join lateral jsonb_populate_record(null::health.sample_sync, kept.rows -> 0) held
                join health.sample_sync newer
                    on newer.person_id = $1 and newer.sample_type_id = held.sample_type_id
                    and newer.source_id = held.source_id and newer.identifier = held.identifier
                    and newer.uuid <> kept.uuid
                where kept.person_id = $1 and kept.import_id = $2 and kept.relation = 'sample_sync'
            ) outdated
            where replaced.person_id = $1 and replaced.import_id = $2 and replaced.uuid = outdated.uuid
            """, person, id)
    }
}
