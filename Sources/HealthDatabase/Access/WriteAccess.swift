import Foundation
import HealthCore
import Postgres

/// Which samples of a person a holder may save and delete, and what the holder is told about them.
///
/// It decides for every writer: batches, lines, imports and other makers' clients.
public struct WriteAccess: Sendable {
    /// The holder whose keys, anchors, runs and uploads are meant; nil for the person's own holder.
    public let holderID: Int32?
    /// Nil if everything may be written.
    private let writes: Limits?
    /// Nil if everything may be read.
    private let reads: Limits?

    /// Times by type.
    private struct Limits: Sendable {
        /// By the identifier of the type.
        var types: [String: [Span]] = [:]
        var groups: [AccessGroup: [Span]] = [:]

        /// Types that are in no catalogue are in the group other, also if the person has no samples
        /// of them yet.
        func spans(of identifier: String) -> [Span] {
            let spans = types[identifier] ?? []
            return Catalogue.sampleType(named: identifier) == nil ? spans + (groups[.other] ?? []) : spans
        }

        func cover(_ identifier: String, _ start: Instant, _ end: Instant) -> Bool {
            spans(of: identifier).contains { $0.covers(start, end) }
        }

        mutating func add(_ span: Span, _ name: String, isGroup: Bool) {
            if !isGroup {
                types[name, default: []].append(span)
            } else if let group = AccessGroup(rawValue: name) {
                groups[group, default: []].append(span)
            }
        }
    }

    /// Microseconds since 1970, without the end; nil for no limit.
    private struct Span: Sendable {
        var start: Int64?
        var end: Int64?

        /// As the policy of `health.sample`: the sample lies in the span as a whole.
        func covers(_ start: Instant, _ end: Instant) -> Bool {
            let isAfterStart = self.start.map { $0 <= start.microseconds } ?? true
            let isBeforeEnd = self.end.map { start.microseconds < $0 && end.microseconds <= $0 } ?? true
            return isAfterStart && isBeforeEnd
        }

        var isAll: Bool { start == nil && end == nil }
    }

    /// The person's own holder, who may read and write everything: the command line.
    public static let everything = WriteAccess(holderID: nil, writes: nil, reads: nil)

    private init(holderID: Int32?, writes: Limits?, reads: Limits?) {
        self.holderID = holderID
        self.writes = writes
        self.reads = reads
    }

    /// What `caller` may write. Needs a statement only if the caller may not read and write
    /// everything.
    ///
    /// - Throws: `PostgresError`.
    public init(_ caller: Caller, _ session: Session) throws {
        try self.init(caller.access, of: caller.person, token: caller.tokenID, session)
    }

    /// - Throws: `PostgresError`.
    init(_ access: Access, of person: Person, token: UUID?, _ session: Session) throws {
        let holderID = access.isOwn ? nil : access.holderID
        guard !access.writesAll || !access.readsAll else {
            self.init(holderID: holderID, writes: nil, reads: nil)
            return
        }
        var (writes, reads) = (Limits(), Limits())
        for var row in try session.execute(
            WriteAccess.query, [.int32(person.id), .int32(access.holderID), .uuid(token)])
        {
            let (isGroup, isWrite, name) = (try row.bool(), try row.bool(), try row.text())
            let span = Span(start: try row.optionalTimestamptz(), end: try row.optionalTimestamptz())
            if isWrite {
                writes.add(span, name, isGroup: isGroup)
            } else {
                reads.add(span, name, isGroup: isGroup)
            }
        }
        self.init(
            holderID: holderID, writes: access.writesAll ? nil : writes, reads: access.readsAll ? nil : reads)
    }

    private static let query = """
        select is_group, is_write, name, lower(span), upper(span)
        from (
            select false as is_group, sample_type.identifier as name, spans.reads, spans.writes
            from health.access_spans($1, $2, $3) spans
            join health.sample_type on sample_type.sample_type_id = spans.sample_type_id
            union all
            select true, groups.access_group, groups.reads, groups.writes from health.group_spans($1, $2, $3) groups
        ) covered
        cross join lateral (
            select false, unnest(covered.reads) union all select true, unnest(covered.writes)
        ) as allowed (is_write, span)
        """

    // MARK: Saving

    /// Whether every sample may be written.
    var writesAll: Bool { writes == nil }

    /// Whether every sample may be read. Any other holder is told the same about a sample that it
    /// saves or deletes, whether the store had the sample or not.
    var readsAll: Bool { reads == nil }

    /// Why a sample may not be saved; nil if it may.
    func refusal(of identifier: String, from start: Instant, to end: Instant) -> Refusal? {
        guard let spans = writes?.spans(of: identifier), !spans.contains(where: { $0.covers(start, end) }) else {
            return nil
        }
        guard spans.isEmpty else {
            return Refusal(
                .writeNotGranted, field: "startDate", "samples of \(identifier) may not be written at this time",
                hint: WriteAccess.hint)
        }
        return Refusal(
            .writeNotGranted, field: "type", "samples of \(identifier) may not be written", hint: WriteAccess.hint)
    }

    /// Why a sample that may be read may not be deleted.
    static let refusalOfDeletion = Refusal(
        .writeNotGranted, field: "uuid", "samples of this type or time may not be deleted", hint: hint)

    static let hint = "GET /v1/access says what may be written"

    /// Whether an element of an export that is not a sample may be saved. The rings are part of the
    /// group activity and the characteristics of the group other; any other element needs the right
    /// to write everything.
    public func mayWrite(elementNamed name: String) -> Bool {
        guard let writes else { return true }
        let group: AccessGroup
        switch name {
        case "ActivitySummary": group = .activity
        case "Me": group = .other
        default: return false
        }
        return writes.groups[group]?.contains(where: \.isAll) ?? false
    }

    /// Why such an element may not be saved; nil if it may.
    func refusal(ofElementNamed name: String) -> Refusal? {
        guard !mayWrite(elementNamed: name) else { return nil }
        return Refusal(
            .writeNotGranted, field: "", "elements named \(name.prefix(64)) may not be written", hint: WriteAccess.hint)
    }

    // MARK: Stored samples

    /// Whether a stored sample, or the tombstone of one, may be replaced by a sample of the holder.
    func mayReplace(_ known: SampleScope) -> Bool {
        guard let writes else { return true }
        guard let identifier = known.identifier, let start = known.start, let end = known.end else { return false }
        return writes.cover(identifier, start, end)
    }

    /// Whether a stored sample may be deleted. A sample that may not be read must be the holder's
    /// own.
    func mayDelete(_ known: SampleScope) -> Bool {
        guard mayReplace(known) else { return false }
        return known.holderID == holderID || known.isAlsoOwn || mayRead(known)
    }

    /// Whether a stored sample may be read. An own sample counts as not readable if its type is
    /// not.
    func mayRead(_ known: SampleScope) -> Bool {
        guard let reads else { return true }
        guard let identifier = known.identifier, let start = known.start, let end = known.end else { return false }
        return reads.cover(identifier, start, end)
    }

    // MARK: Receipts

    /// What the holder is told about a sample that is not refused.
    func told(_ outcome: RecordOutcome) -> RecordOutcome { readsAll ? outcome : .inserted }

    /// What the holder is told about a deletion.
    func toldOfDeletion(_ outcome: RecordOutcome) -> RecordOutcome { readsAll ? outcome : .deleted }
}

/// What decides whether a holder may change a stored sample, or undo a deletion.
struct SampleScope {
    /// Of the type; nil for a tombstone without a type.
    var identifier: String?
    /// Nil for a tombstone of a sample that the store never had.
    var start: Instant?
    var end: Instant?
    /// As in `health.sample`.
    var holderID: Int32?
    /// Whether the holder in question saved the same sample after another holder.
    var isAlsoOwn = false
}
