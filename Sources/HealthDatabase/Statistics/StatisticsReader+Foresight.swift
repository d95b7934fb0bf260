import HealthCore
import Postgres

/// The statements that answer a question, as far as they are known before the first has run.
public struct Foresight: Sendable {
    public var statements: [Statement]
    /// True if the question probably needs no other statement.
    public var isComplete: Bool

    public init(_ statements: [Statement] = [], isComplete: Bool = false) {
        self.statements = statements
        self.isComplete = isComplete
    }
}

/// The statements that read the states and slots of types.
extension StatisticsReader {
    /// Most types of a question whose statements are foreseen. Their answers must fit into the
    /// buffers of the connection while statements are still being sent.
    private static let foreseenTypesMax = 8
    /// Most days of a question whose slots are foreseen, of all types and sources together. The
    /// session holds foreseen rows until the transaction ends.
    private static let foreseenDaysMax = 4_000

    /// Returns statements that `collections` will probably run. A type that the session has never
    /// asked for is left out, because its id is not known.
    ///
    /// - Parameter memory: the memory of the reader. The reader does not read the state of a type
    ///   that it knows, and the day slots that it will probably need are known too.
    public static func foresight(
        _ request: StatisticsRequest, of person: Person, memory: (any TypeMemory)?, _ session: Session
    ) -> Foresight {
        var foresight = Foresight(isComplete: request.quantities.count <= foreseenTypesMax)
        var daysLeft = foreseenDaysMax
        for quantity in request.quantities.prefix(foreseenTypesMax) {
            guard let typeID = session.lastingIDs[quantity.type.identifier] else {
                foresight.isComplete = false
                continue
            }
            let known = memory?.type(typeID, of: person)
            foresight.statements += statements(
                of: typeID, person, request.range, separateBySource: request.separateBySource, readsState: known == nil)
            guard let known, let state = known.slots else {
                foresight.isComplete = false
                continue
            }
            guard let slots = SlotReader(person, session, known.state, state, quantity.style),
                let plan = slots.plan(
                    request.plan, request.range, separateBySource: request.separateBySource, isForced: false)
            else {
                guard let rows = StreamedRows.searched(request.range, known.state) else { continue }
                let reader = StatisticsReader(person: person, session: session)
                let brief = reader.briefStatement(known.state, rows)
                if let brief { foresight.statements.append(brief) } else { foresight.isComplete = false }
                continue
            }
            let days = DaySlotReader(slots, separateBySource: request.separateBySource, sourcesMax: .max)
            daysLeft -= days.dayCount(of: plan.dayRuns)
            if daysLeft >= 0, !plan.dayRuns.isEmpty { foresight.statements.append(days.statement(plan.dayRuns)) }
            if daysLeft < 0 || !plan.hourRuns.isEmpty || !plan.regions.isEmpty { foresight.isComplete = false }
        }
        return foresight
    }

    /// - Parameter readsState: false to leave out the statements of `TypeState`.
    private static func statements(
        of typeID: Int32, _ person: Person, _ range: SampleRange, separateBySource: Bool, readsState: Bool
    ) -> [Statement] {
        (readsState ? TypeState.statements(person, sampleTypeID: typeID) : []) + [
            SlotState.statement(person, sampleTypeID: typeID, range: range, separateBySource: separateBySource)
        ]
    }

    /// Reads the state of a type, unless the memory knows it for this version, and its slots and
    /// marks.
    func states(
        of typeID: Int32, _ range: SampleRange, separateBySource: Bool
    ) throws -> (type: TypeState, slots: SlotState) {
        let memory = sourceIDs == nil && version != nil ? memory : nil
        let remembered = memory?.type(typeID, of: person)
        let known = remembered.flatMap { $0.version == version ? $0 : nil }
        var rows = try session.execute(
            StatisticsReader.statements(
                of: typeID, person, range, separateBySource: separateBySource, readsState: known == nil))
        let slots = try SlotState(reading: rows.removeLast())
        let type = try known?.state ?? TypeState(sampleTypeID: typeID, sourceIDs: sourceIDs, reading: rows)
        if let memory, let version, known == nil || (known?.slots != nil) != slots.isSettled {
            let known = KnownTypeState(version: version, state: type, slots: slots.isSettled ? slots : nil)
            memory.remember(known, typeID, of: person)
        }
        return (type, slots)
    }
}
