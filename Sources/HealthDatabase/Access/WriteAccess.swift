import Foundation
import HealthCore
import Postgres

/// The samples of a person that a caller may save and delete, and what its receipts may tell.
///
/// It is used for batches, lines, imports and the clients of other makers.
public struct WriteAccess: Sendable {
    /// The holder to which keys, anchors, runs and uploads belong; nil for the person's own holder.
    public let holderID: Int32?
    /// The times at which types may be written; nil if everything may be written.
    private let writes: Limits?
    /// The times at which types may be read; nil if everything may be read.
    private let reads: Limits?

    /// Times by type.
    private struct Limits: Sendable {
        /// The times by the identifier of the type.
        var types: [String: [Span]] = [:]
        var groups: [AccessGroup: [Span]] = [:]

        /// Returns the times of a type. A type that is not in the catalogue is in the group other,
        /// also if the person has no samples of it yet.
        func spans(of identifier: String) -> [Span] {
            let spans = types[identifier] ?? []
            guard let others = groups[.other], Catalogue.sampleType(named: identifier) == nil else { return spans }
            return spans + others
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

    /// A range of time in microseconds since 1970, without its end; nil for no limit.
    private struct Span: Sendable {
        var start: Int64?
        var end: Int64?

        /// Returns true if the whole sample is in the span, as the policy of `health.sample`
        /// decides.
        func covers(_ start: Instant, _ end: Instant) -> Bool {
            let isAfterStart = self.start.map { $0 <= start.microseconds } ?? true
            let isBeforeEnd = self.end.map { start.microseconds < $0 && end.microseconds <= $0 } ?? true
            return isAfterStart && isBeforeEnd
        }

        var isAll: Bool { start == nil && end == nil }
    }

    /// The access of the command line, which reads and writes everything as the person's own
    /// holder.
    public static let everything = WriteAccess(holderID: nil, writes: nil, reads: nil)
}

extension WriteAccess {
    /// Reads what `caller` may write. Executes a statement only for a caller who may not read and
    /// write everything.
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
        for var row in try session.run(WriteAccess.query, person, access.holderID, token) {
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

    /// True if every sample may be written.
    var writesAll: Bool { writes == nil }

    /// True if the samples of all groups may be written at all dates, except those of special
    /// groups.
    public var writesAllGroups: Bool {
        guard let writes else { return true }
        return AccessGroup.allCases.allSatisfy { group in
            AccessGroup.special.contains(group) || writes.groups[group]?.contains(where: \.isAll) == true
        }
    }

    /// Returns true if samples of the type may be read or written at some dates.
    public func covers(_ identifier: String) -> Bool {
        [reads, writes].contains { $0.map { !$0.spans(of: identifier).isEmpty } ?? true }
    }

    /// True if every sample may be read. Otherwise a receipt does not tell whether the store had a
    /// sample.
    var readsAll: Bool { reads == nil }

    /// Returns the reason why a sample may not be saved; nil if it may be saved.
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

    /// The reason for a deletion that is refused although the sample may be read.
    static let refusalOfDeletion = Refusal(
        .writeNotGranted, field: "uuid", "samples of this type or time may not be deleted", hint: hint)

    /// The reason for complete ranges that are refused. They may delete samples of any holder.
    static let refusalOfCompleteRanges = Refusal(
        .writeNotGranted, field: "complete", "only who may read and write everything states complete ranges", hint: hint
    )

    /// Returns the reason why an anchor may not be stored; nil if it may be stored.
    public func refusal(of anchor: ClientAnchor.Scope) -> Refusal? {
        anchor.types.first { !covers($0) }.map { type in
            Refusal(
                .writeNotGranted, field: "anchor.types", "samples of \(type) may be neither read nor written",
                hint: WriteAccess.hint)
        }
    }

    static let hint = "GET /v1/access lists what may be written"

    /// Returns true if an element of an export that is not a sample may be saved. The rings are
    /// part of the group activity, and the characteristics are part of the group other. Any other
    /// element needs the right to write everything.
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

    /// Returns the reason why such an element may not be saved; nil if it may be saved.
    func refusal(ofElementNamed name: String) -> Refusal? {
        guard !mayWrite(elementNamed: name) else { return nil }
        return Refusal(
            .writeNotGranted, field: "", "elements named \(name.prefix(64)) may not be written", hint: WriteAccess.hint)
    }

    // MARK: Stored samples

    /// Returns true if a sample of the caller may replace a stored sample or a tombstone.
    func mayReplace(_ known: SampleScope) -> Bool {
        guard let writes else { return true }
        guard let identifier = known.identifier, let start = known.start, let end = known.end else { return false }
        return writes.cover(identifier, start, end)
    }

    /// Returns true if a stored sample may be deleted. If the caller may not read the sample, its
    /// holder must have saved it.
    func mayDelete(_ known: SampleScope) -> Bool {
        guard mayReplace(known) else { return false }
        return known.holderID == holderID || known.isAlsoOwn || mayRead(known)
    }

    /// Returns true if the type and time of a stored sample may be read, no matter who saved the
    /// sample.
    func mayRead(_ known: SampleScope) -> Bool {
        guard let reads else { return true }
        guard let identifier = known.identifier, let start = known.start, let end = known.end else { return false }
        return reads.cover(identifier, start, end)
    }

    // MARK: Receipts

    /// Returns the outcome that the receipt has for a sample that is not refused.
    func told(_ outcome: RecordOutcome) -> RecordOutcome { readsAll ? outcome : .inserted }

    /// Returns the outcome that the receipt has for a deletion that is not refused.
    func toldOfDeletion(_ outcome: RecordOutcome) -> RecordOutcome { readsAll ? outcome : .deleted }
}

/// The facts about a stored sample or tombstone by which `WriteAccess` decides.
struct SampleScope {
    /// The identifier of the type; nil for a tombstone without a type.
    var identifier: String?
    /// The start and the end; nil for a tombstone of a sample that the store never had.
    var start: Instant?
    var end: Instant?
    /// The holder that saved the sample, as in `health.sample`.
    var holderID: Int32?
    /// True if the caller's holder saved the same sample after another holder.
    var isAlsoOwn = false
}
