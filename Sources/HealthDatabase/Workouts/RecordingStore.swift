import Foundation
import HealthCore
import Postgres

/// What the recording of a workout reads and writes in the store.
///
/// A workout that is being recorded is a stored sample with the member `isRecording` in its
/// `parts`, and so is a route that arrives in pieces. Every request stores the sample again as a
/// batch does. So feed, access, exports and backups need no rules of their own.
public final class RecordingStore: PersonWriter {
    /// A sample with a given uuid.
    public enum Known: Sendable {
        case none
        case stored(StoredSample)
        /// A sample of another type has the uuid.
        case otherType
        case deleted
    }

    public static let workoutType = "HKWorkoutTypeIdentifier"
    public static let routeType = "HKWorkoutRouteTypeIdentifier"

    /// Runs `body` in one transaction, in which no other request changes data of the person.
    ///
    /// - Throws: the error of `body`, `PostgresError`, `HealthDatabaseError` (`unknownPerson`).
    public func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        try session.writing {
            _ = try ChangeCounter.lock(person, session)
            return try body()
        }
    }

    /// Returns the workout or route with this uuid. Call it inside `exclusively`.
    ///
    /// - Parameter type: `workoutType` or `routeType`.
    /// - Throws: `PostgresError`.
    public func find(_ uuid: UUID, type: String) throws -> Known {
        if let typeID = try SampleTypeReader.find(type, of: person, session)?.id {
            var query = SampleQuery(sampleTypeID: typeID)
            query.predicates = [.uuids([uuid])]
            if let sample = try SampleReader(person: person, session: session).page(query).samples.first {
                return .stored(sample)
            }
        }
        let row = try session.run(
            """
            select
                exists (select 1 from health.sample where sample.person_id = $1 and sample.uuid = $2),
                exists (
                    select 1 from health.deleted_sample where deleted_sample.person_id = $1 and deleted_sample.uuid = $2)
            """, person, uuid)[0]
        return try row.bool(0) ? .otherType : row.bool(1) ? .deleted : .none
    }

    /// Returns true if the caller may read a sample of this type and time.
    public func mayRead(_ type: String, from start: Instant, to end: Instant) -> Bool {
        access.mayRead(SampleScope(identifier: type, start: start, end: end))
    }

    /// Returns the reason why the caller may not save a sample of this type and time. Returns nil
    /// if it may.
    public func refusal(of type: String, from start: Instant, to end: Instant) -> Refusal? {
        access.refusal(of: type, from: start, to: end)
    }

    /// Returns the workouts whose data are near a time, the newest first, at most 1,000. Of their
    /// `parts` it reads only events, activities and whether they are recorded.
    ///
    /// - Throws: `PostgresError`.
    public func workouts(near now: Instant) throws -> [StoredSample] {
        guard let typeID = try SampleTypeReader.find(RecordingStore.workoutType, of: person, session)?.id else {
            return []
        }
        let reach = RecordingState.silenceMax
        var query = SampleQuery(sampleTypeID: typeID)
        query.range = SampleRange(
            from: Instant(microseconds: now.microseconds - reach), to: Instant(microseconds: now.microseconds + reach))
        query.parts = .workoutEventsAndActivities
        query.isAscending = false
        return try SampleReader(person: person, session: session).page(query).samples
    }

    /// Returns the uuids of the routes of a workout.
    ///
    /// - Throws: `PostgresError`.
    public func routes(of workout: UUID) throws -> [UUID] {
        try WorkoutReader(person: person, session: session).routes(of: workout)
    }

    /// Stores a batch as a whole, or nothing of it.
    ///
    /// - Throws: `Refusal` if a record is refused or if its sample was deleted before;
    ///   `PostgresError`, `HealthDatabaseError`.
    public func write(_ batch: SampleBatch) throws {
        var batch = batch
        batch.isAtomic = true
        do {
            let receipt = try BatchWriter(person: person, session: session, access: access).write(batch)
            guard !receipt.samples.values.contains(.superseded) else {
                throw Refusal(
                    .deletedBefore, field: "uuid", "the sample was deleted, or a newer version of it is stored")
            }
        } catch let refused as BatchRefused {
            throw refused.samples.values.first ?? refused.deletions.values.first ?? WriteAccess.refusalOfDeletion
        }
    }
}
