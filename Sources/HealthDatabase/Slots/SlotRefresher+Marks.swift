import HealthCore
import Postgres

/// Which slots are kept, and which marks wait.
extension SlotRefresher {
    static let allTime = StaleMark(
        id: 0, from: Instant.earliest.microseconds, to: Instant.latest.microseconds + 1, markedAt: .min)

    /// The style of a type; nil for one that has no slots.
    static func style(_ sampleTypeID: Int32, _ session: Session) throws -> AggregationStyle? {
        let type = try session.execute(
            "select identifier from health.sample_type where sample_type_id = $1", [.int32(sampleTypeID)])
        return try type.first.flatMap { Catalogue.sampleType(named: try $0.text(0))?.aggregationStyle }
    }

    /// The marks of the type, those of the earliest times first.
    ///
    /// - Parameter limit: nil for all of them.
    static func marks(
        _ person: Person, _ sampleTypeID: Int32, limit: Int64? = nil, _ session: Session
    ) throws -> [StaleMark] {
        try session.execute(
            """
            select mark_id, from_time, to_time, marked_at from health.slot_mark
            where person_id = $1 and sample_type_id = $2 order by from_time, mark_id limit $3
            """,
            [.int32(person.id), .int32(sampleTypeID), .int64(limit)]
        ).map {
            StaleMark(
                id: try $0.int64(0), from: try $0.timestamptz(1), to: try $0.timestamptz(2),
                markedAt: try $0.timestamptz(3))
        }
    }

    /// - Parameter mark: its time of marking may be `.min` for now.
    static func add(_ mark: StaleMark, _ person: Person, _ sampleTypeID: Int32, _ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time, marked_at)
            values ($1, $2, $3, $4, coalesce($5, now()))
            """,
            [
                .int32(person.id), .int32(sampleTypeID), .timestamptz(mark.from), .timestamptz(mark.to),
                .timestamptz(mark.markedAt == .min ? nil : mark.markedAt),
            ])
    }

    /// The first of the marks, none if all of them are newer than asked for.
    func readMarks() throws -> [StaleMark] {
        if let until {
            let areOlder = try session.execute(
                "select exists (select from health.slot_mark where person_id = $1 and sample_type_id = $2 and marked_at <= $3)",
                [.int32(person.id), .int32(sampleTypeID), .timestamptz(until)])
            guard try areOlder[0].bool(0) else { return [] }
        }
        return try SlotRefresher.marks(person, sampleTypeID, limit: SlotRefresher.marksMax, session)
    }

    func forget(_ marks: [Int64]) throws {
        _ = try session.execute(
            "delete from health.slot_mark where person_id = $1 and sample_type_id = $2 and mark_id = any($3)",
            [.int32(person.id), .int32(sampleTypeID), .int64Array(marks)])
    }

    /// Sees to it that the person's slots cannot be removed before this transaction ends, with the person or to be made anew.
    /// Whoever writes samples takes no notice.
    ///
    /// - Returns: whether slots of the style are kept, in the program's format.
    func holdType(_ style: AggregationStyle) throws -> Bool {
        try SlotRefresher.isKept(
            person: person, sampleTypeID: sampleTypeID, style: style, isHolding: true, session)
    }

    /// Whether slots of the type are kept that this program can use.
    static func isKept(
        person: Person, sampleTypeID: Int32, style: AggregationStyle, isHolding: Bool = false, _ session: Session
    ) throws -> Bool {
        let kept = try session.execute(
            """
            select aggregation_style, format from health.slot_type
            where person_id = $1 and sample_type_id = $2 \(isHolding ? "for key share" : "")
            """,
            [.int32(person.id), .int32(sampleTypeID)])
        guard let row = kept.first else { return false }
        return try row.text(0) == style.name && row.int32(1) == SlotFormat.current
    }

    /// - Returns: false if the person has been deleted.
    static func holdPerson(_ person: Person, _ session: Session) throws -> Bool {
        try session.execute(
            "select from health.person where person_id = $1 for key share", [.int32(person.id)]
        ).rowCount == 1
    }

    /// Begins to keep slots of the type, if it deserves any; else nothing is stale.
    func begin(_ marks: [StaleMark], _ style: AggregationStyle) throws -> Step {
        guard try SlotRefresher.holdPerson(person, session),
            try policy.isDense(personID: person.id, sampleTypeID: sampleTypeID, session)
        else { return try withdraw(marks) }
        let kept = try session.execute(
            "select format from health.slot_type where person_id = $1 and sample_type_id = $2",
            [.int32(person.id), .int32(sampleTypeID)])
        // A newer program's are not an older one's to forget.
        if let row = kept.first, try row.int32(0) > SlotFormat.current { return .busy }
        let longest = try SampleExtent.longestMicroseconds(person: person, sampleTypeID: sampleTypeID, session) ?? 0
        let sources = try SourceReader(person: person, session: session).sources()
        guard ChangeReach(style: style, sources: sources, longest: longest) != nil,
            try !SlotPolicy.hasUnfitAggregates(personID: person.id, sampleTypeID: sampleTypeID, style, session)
        else { return try withdraw(marks) }
        try SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session).deleteAll()
        _ = try session.execute(
            """
            insert into health.slot_type (person_id, sample_type_id, aggregation_style, format)
            values ($1, $2, $3, $4)
            """,
            [.int32(person.id), .int32(sampleTypeID), .text(style.name), .int32(SlotFormat.current)])
        try forget(marks.map(\.id))
        var allTime = SlotRefresher.allTime
        allTime.markedAt = marks.map(\.markedAt).min() ?? .min
        try SlotRefresher.add(allTime, person, sampleTypeID, session)
        return .done(Work())
    }

    /// Keeps no slots of the type, so that marks are of no meaning.
    func withdraw(_ marks: [StaleMark]) throws -> Step {
        try SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session).deleteAll()
        try forget(marks.map(\.id))
        return .done(Work())
    }
}

extension ChangeReach {
    /// - Parameter longest: no sample of the type is longer.
    /// - Returns: nil where samples are too long for slots.
    init?(style: AggregationStyle, sources: [Source], longest: Int64) {
        let hasAggregates = sources.contains { $0.sourceClass == .aggregate }
        let daysMax = hasAggregates ? SlotPolicy.aggregateDaysMax : SlotPolicy.sampleDaysMax
        guard longest <= daysMax * SlotBuilder.day else { return nil }
        self.init(style: style, aggregateLength: hasAggregates ? longest : nil)
    }
}
