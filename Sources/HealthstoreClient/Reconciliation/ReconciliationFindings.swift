import Foundation

/// What a comparison found of a type, and what of it may be deleted at the service.
struct ReconciliationFindings: Sendable {
    var report: ReconciliationReport
    private let rule: DeletionRule
    /// Deletions that the phone's store remembers: these are certain.
    private let remembered: Set<UUID>
    /// The day that is not over for long enough, and all behind it.
    private let firstRecentDay: Int64
    private var hereCount = 0
    private var thereCount = 0
    /// The day of the phone's first sample.
    private var firstDay: Int64?
    private var certain: [UUID] = []
    /// No more than one too many.
    private var candidates: [UUID] = []
    private var candidateCount = 0

    init(type: String, rule: DeletionRule, remembered: Set<UUID>, now: Date) {
        report = ReconciliationReport(type: type)
        self.rule = rule
        self.remembered = remembered
        let age = if case .guarded(let guards) = rule { max(0, guards.ageMin) } else { 0.0 }
        firstRecentDay = CivilUnit.day(of: now.addingTimeInterval(-age)) ?? .min
    }

    /// Of all times.
    mutating func countAll(
        here: [CivilUnit: UnitDigest], there: [CivilUnit: UnitDigest], first: Int64?
    ) {
        hereCount = here.values.reduce(0) { $0 + $1.count }
        thereCount = there.values.reduce(0) { $0 + $1.count }
        firstDay = first
    }

    /// Whether a unit of which the phone has nothing needs no further look, since nothing in it may be deleted anyhow.
    mutating func keepsAll(in unit: CivilUnit, count: Int) -> Bool {
        guard remembered.isEmpty, let reason = reasonToKeepAll(in: unit) else { return false }
        report.kept[reason, default: 0] += count
        return true
    }

    /// Whether what is unknown to the phone is to be kept in the whole unit, or may be deleted in the whole.
    func isUndivided(_ unit: CivilUnit) -> Bool {
        if case .never = rule { return true }
        guard let firstDay else { return true }
        func isSplit(by day: Int64) -> Bool { unit.firstDay < day && day < unit.endDay }
        return !isSplit(by: firstDay) && !isSplit(by: firstRecentDay)
    }

    private func reasonToKeepAll(in unit: CivilUnit) -> ReconciliationReport.KeptReason? {
        if case .never = rule { return .notAsked }
        guard let firstDay else { return .typeIsEmpty }
        if unit.firstDay < firstDay { return .beforeFirst }
        return unit.endDay > firstRecentDay ? .tooRecent : nil
    }

    mutating func add(_ difference: UnitDifference, in unit: CivilUnit) {
        report.deletedAtService += difference.deleted.count
        let reason = reasonToKeepAll(in: unit)
        for uuid in difference.unknown {
            if remembered.contains(uuid) {
                certain.append(uuid)
            } else if let reason {
                report.kept[reason, default: 0] += 1
            } else if !ReconciliationFindings.isRandom(uuid) {
                report.kept[.fromElsewhere, default: 0] += 1
            } else {
                candidateCount += 1
                if candidates.count <= allowance { candidates.append(uuid) }
            }
        }
    }

    mutating func keepTooMany(_ count: Int) {
        if count > 0 { report.kept[.tooMany, default: 0] += count }
    }

    /// Most samples that the guards let go.
    private var allowance: Int {
        guard case .guarded(let guards) = rule else { return 0 }
        return max(1, Int(Double(thereCount) * min(max(guards.shareMax, 0), 1)))
    }

    /// What is to be deleted: for certain, and if the store does not show it when it is asked once more.
    mutating func decide() -> (remembered: [UUID], guarded: [UUID]) {
        guard candidateCount > allowance else { return (certain, candidates) }
        report.kept[.tooMany, default: 0] += candidateCount
        return (certain, [])
    }

    /// Whether a uuid is of version 4 (RFC 9562): HealthKit's are, and those that are made from content are not.
    private static func isRandom(_ uuid: UUID) -> Bool { uuid.uuid.6 >> 4 == 4 }
}
