import Postgres

/// A preference of the person that changes what figures are, without any sample. Its changes have places in the change
/// feed, so that whoever keeps figures knows.
enum PreferenceChange: String {
    case sourcePriority = "source_priority"
    case timeZones = "time_zones"

    /// Gives a change the next place. The caller holds the person's lock.
    ///
    /// - Parameters:
    ///   - position: the end of the feed before.
    ///   - sampleTypeID: 0 for a preference that is of no type.
    func note(after position: Int64, sampleTypeID: Int32 = 0, of person: Person, _ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.preference_change (person_id, preference, sample_type_id, change_position)
            values ($1, $2, $3, $4)
            on conflict (person_id, preference, sample_type_id) do update set change_position = excluded.change_position
            """,
            [.int32(person.id), .text(rawValue), .int32(sampleTypeID), .int64(position + 1)])
        try ChangeCounter.set(position + 1, of: person, session)
    }
}
