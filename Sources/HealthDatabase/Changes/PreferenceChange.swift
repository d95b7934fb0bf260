import Postgres

/// A change in how samples are read that does not change the samples. It is a preference of the
/// person, or new information about a source. It has a position in the change feed, so that readers
/// can update copies and figures.
public enum PreferenceChange: String, Sendable {
    /// The order of sources for one type.
    case sourcePriority = "source_priority"
    case timeZones = "time_zones"
    /// The bundle identifier of a source became known, and so its class. From now on, samples of
    /// the source are answered with the identifier, and the default order of sources may differ.
    case sources

    /// Records the change at the next position. The caller holds the person's lock.
    ///
    /// - Parameters:
    ///   - position: the current end of the feed.
    ///   - sampleTypeID: 0 for a preference without a type.
    /// - Returns: the position of the change.
    @discardableResult
    func note(after position: Int64, sampleTypeID: Int32 = 0, of person: Person, _ session: Session) throws -> Int64 {
        try session.run(
            """
            insert into health.preference_change (person_id, preference, sample_type_id, change_position)
            values ($1, $2, $3, $4)
            on conflict (person_id, preference, sample_type_id) do update set change_position = excluded.change_position
            """, person, rawValue, sampleTypeID, position + 1)
        try ChangeCounter.set(position + 1, of: person, session)
        return position + 1
    }
}
