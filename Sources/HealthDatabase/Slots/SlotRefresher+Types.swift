import HealthCore
import Postgres

/// Decides which types have slots, and starts or stops keeping them.
extension SlotRefresher {
    var markTable: SlotMarkTable { SlotMarkTable(personID: person.id, sampleTypeID: sampleTypeID, session: session) }
    var types: SlotTypeTable { SlotTypeTable(personID: person.id, sampleTypeID: sampleTypeID, session: session) }
    var slotTable: SlotTable { SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session) }

    /// Returns how far a change affects figures; nil if the samples of the type do not fit into
    /// slots.
    func reach(_ style: AggregationStyle, _ sources: [Source], longest: Int64) throws -> ChangeReach? {
        guard let reach = ChangeReach(style: style, sources: sources, longest: longest),
            try !SlotPolicy.hasUnfitAggregates(personID: person.id, sampleTypeID: sampleTypeID, style, session)
        else { return nil }
        return reach
    }

    /// Starts to keep slots of the type if the policy allows slots. A mark over all time then
    /// replaces `marks`. Else calls `withdraw`.
    func begin(_ marks: [SlotMark], _ style: AggregationStyle) throws -> Step {
        guard try SlotRefresher.lockPerson(person, session),
            try policy.isDense(personID: person.id, sampleTypeID: sampleTypeID, session)
        else { return try withdraw(marks) }
        // This program does not replace the slots of a newer program.
        if let kept = try types.kept(), kept.format > SlotFormat.current { return .busy }
        let longest = try SampleExtent.longestMicroseconds(person: person, sampleTypeID: sampleTypeID, session) ?? 0
        let sources = try SourceReader(person: person, session: session).sources()
        guard try reach(style, sources, longest: longest) != nil else { return try withdraw(marks) }
        try slotTable.deleteAll()
        try types.insert(style)
        try markTable.delete(marks.map(\.id))
        var allTime = SlotMark.allTime
        allTime.markedAt = marks.map(\.markedAt).min() ?? .min
        try markTable.add(allTime)
        return .done(Work())
    }

    /// Removes the slots of the type and the given marks, which have no use without slots.
    func withdraw(_ marks: [SlotMark]) throws -> Step {
        try slotTable.deleteAll()
        try markTable.delete(marks.map(\.id))
        return .done(Work())
    }

    /// Removes every slot of the type and adds a mark over all time. Figures come from samples
    /// until the slots have been recomputed.
    ///
    /// Also measures the longest sample again. A type whose only sample of excessive length was
    /// deleted can then have slots again. The person's writers are blocked meanwhile.
    ///
    /// - Throws: `PostgresError`.
    public static func drop(person: Person, sampleTypeID: Int32, _ session: Session) throws {
        try SlotLock(person: person, sampleTypeID: sampleTypeID, session: session).withLock {
            try session.transaction {
                // `PersonStore.delete` takes these two locks in the same order.
                guard
                    try session.execute(
                        "select 1 from health.change_counter where person_id = $1 for update", [.int32(person.id)]
                    ).rowCount == 1, try lockPerson(person, session)
                else { return }
                _ = try session.execute(
                    """
                    update health.sample_extent set longest_duration = coalesce((
                        select max(sample.end_time - sample.start_time) from health.sample
                        where sample.person_id = $1 and sample.sample_type_id = $2), '0')
                    where person_id = $1 and sample_type_id = $2
                    """,
                    [.int32(person.id), .int32(sampleTypeID)])
                try SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session).deleteAll()
                try SlotMarkTable(personID: person.id, sampleTypeID: sampleTypeID, session: session).add(.allTime)
                // Meanwhile, figures come from samples and may differ in their last bit.
                try ChangeCounter.noteFigures(of: person, session)
            }
        }
    }

    /// Takes the person's lock so that the person cannot be erased until the transaction ends. The
    /// lock does not block writers of samples.
    ///
    /// - Returns: false if the person has been deleted.
    private static func lockPerson(_ person: Person, _ session: Session) throws -> Bool {
        try PersonLock.share(person, session)
        return try session.execute(
            "select 1 from health.person where person_id = $1 and erasing_since is null", [.int32(person.id)]
        ).rowCount == 1
    }
}
