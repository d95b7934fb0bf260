import Postgres

/// What changes how samples are read, without any sample: preferences of the person, and what is known of their sources. Its
/// changes have places in the change feed, so that whoever keeps figures or samples knows.
public enum PreferenceChange: String, Sendable {
    /// The order of sources of one type.
    case sourcePriority = "source_priority"
    case timeZones = "time_zones"
    /// The bundle identifier of a source became known, and with it its class: samples of it are printed with it from now on, and
    /// the default order of sources may be another.
    case sources

    /// Gives a change the next place. The caller holds the person's lock.
    ///
    /// - Parameters:
    ///   - position: the end of the feed before.
    ///   - sampleTypeID: 0 for a preference that is of no type.
    /// - Returns: that place.
    @discardableResult
    func note(after position: Int64, sampleTypeID: Int32 = 0, of person: Person, _ session: Session) throws -> Int64 {
        _ = try session.execute(
            """
            insert into health.preference_change (person_id, preference, sample_type_id, change_position)
            values ($1, $2, $3, $4)
            on conflict (person_id, preference, sample_type_id) do update set change_position = excluded.change_position
            """,
            [.int32(person.id), .text(rawValue), .int32(sampleTypeID), .int64(position + 1)])
        try ChangeCounter.set(position + 1, of: person, session)
        return position + 1
    }
}
