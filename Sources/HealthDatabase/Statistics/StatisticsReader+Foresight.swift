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

/// The statements that read the states and stored figures of types.
extension StatisticsReader {
    /// Most types of a question whose statements are foreseen. Their answers must fit into the
    /// buffers of the connection while statements are still being sent.
    private static let foreseenTypesMax = 8
    /// Most buckets of a question whose days are foreseen, of all types together. The session holds
    /// foreseen rows until the transaction ends.
    private static let foreseenBucketsMax = 4_000

    /// Returns statements that `collections` will probably run. A type that the session has never
    /// asked for is left out, because its id is not known.
    ///
    /// - Parameter memory: the memory of the reader. The reader does not read the state of a type
    ///   that it knows.
    public static func foresight(
        _ request: StatisticsRequest, of person: Person, memory: (any TypeMemory)?, _ session: Session
    ) -> Foresight {
        guard request.quantities.count <= foreseenTypesMax,
            request.plan.bucketCount * request.quantities.count <= foreseenBucketsMax
        else { return Foresight() }
        var foresight = Foresight(isComplete: true)
        for quantity in request.quantities {
            guard let typeID = session.lastingIDs[quantity.type.identifier] else {
                foresight.isComplete = false
                continue
            }
            let known = memory?.type(typeID, of: person)
            foresight.statements += statements(
                of: typeID, person, request.plan, request.range, separateBySource: request.separateBySource,
                readsState: known == nil)
            guard let known else {
                foresight.isComplete = false
                continue
            }
            // A question for days probably needs nothing else, and one for a few hours only
            // samples.
            guard FigurePlan.dayWindow(request.plan, request.range) == nil else {
                if !known.isFromDays { foresight.isComplete = false }
                continue
            }
            let reader = StatisticsReader(person: person, session: session)
            guard request.range.to.microseconds - request.range.from.microseconds < FigurePlan.worthwhileMin,
                let rows = StreamedRows.searched(request.range, known.state),
                let brief = reader.briefStatement(known.state, rows)
            else {
                foresight.isComplete = false
                continue
            }
            foresight.statements.append(brief)
        }
        return foresight
    }

    /// - Parameter readsState: false to leave out the statements of `TypeState`.
    private static func statements(
        of typeID: Int32, _ person: Person, _ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool,
        readsState: Bool
    ) -> [Statement] {
        (readsState ? TypeState.statements(person, sampleTypeID: typeID) : [])
            + FigureReader.Stored.statements(
                person, sampleTypeID: typeID, plan, range, separateBySource: separateBySource)
    }

    /// Reads the state of a type, unless the memory knows it for this version, and its stored
    /// figures and marks.
    func states(
        of typeID: Int32, _ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool
    ) throws -> (type: TypeState, stored: FigureReader.Stored) {
        let remembered = usedMemory?.type(typeID, of: person)
        let known = remembered.flatMap { $0.version == version ? $0 : nil }
        let rows = try session.execute(
            StatisticsReader.statements(
                of: typeID, person, plan, range, separateBySource: separateBySource, readsState: known == nil))
        let stateCount = known == nil ? TypeState.statementCount : 0
        let type = try known?.state ?? TypeState(sampleTypeID: typeID, sourceIDs: sourceIDs, reading: rows)
        if let usedMemory, let version, known == nil {
            let isFromDays = remembered?.isFromDays ?? true
            usedMemory.remember(
                KnownTypeState(version: version, state: type, isFromDays: isFromDays), typeID, of: person)
        }
        return (type, try FigureReader.Stored(reading: Array(rows[stateCount...])))
    }

    /// Remembers if a question for days was answered from stored days alone.
    func remember(isFromDays: Bool, _ typeID: Int32) {
        guard let usedMemory, var known = usedMemory.type(typeID, of: person), known.isFromDays != isFromDays else {
            return
        }
        known.isFromDays = isFromDays
        usedMemory.remember(known, typeID, of: person)
    }

    /// The memory, if the reader may use it.
    private var usedMemory: (any TypeMemory)? { sourceIDs == nil && version != nil ? memory : nil }
}
