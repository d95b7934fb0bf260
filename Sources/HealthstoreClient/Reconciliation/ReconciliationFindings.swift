import Foundation

/// The differences that a comparison found for one type, and the decision which samples to delete
/// at the service.
struct ReconciliationFindings: Sendable {
    var report: ReconciliationReport
    private let rule: DeletionRule
    /// The first day that ended too recently. All later days count as too recent, too.
    private let firstRecentDay: Int
    private var serviceCount = 0
    /// The day of the phone's first sample of the type, after the days that the person shares only
    /// in part.
    private var firstDay: Int?
    private let firstSharedDay: Int
    /// Samples that may be deleted if they are not too many. At most one more than `allowance` is
    /// kept in the list.
    private var candidates: [UUID] = []
    private var candidateCount = 0

    /// - Parameter sharedSince: the person shares no earlier samples of the type; nil if all are
    ///   shared.
    init(type: String, rule: DeletionRule, sharedSince: Date? = nil, now: Date) {
        firstSharedDay = sharedSince.flatMap(CivilUnit.day).map { $0 + 1 } ?? .min
        report = ReconciliationReport(type: type)
        self.rule = rule
        let age = if case .guarded(let guards) = rule { max(0, guards.ageMin) } else { 0.0 }
        firstRecentDay = CivilUnit.day(of: now.addingTimeInterval(-age)) ?? .min
    }

    /// Counts the service's samples of all times, and sets the day of the phone's first sample.
    mutating func countAll(remote: [CivilUnit: UnitDigest], firstDay: Int?) {
        serviceCount = remote.values.reduce(0) { $0 + $1.count }
        self.firstDay = firstDay.map { max($0, firstSharedDay) }
    }

    /// True if a unit without samples on the phone needs no comparison, because none of its samples
    /// may be deleted. If so, counts its samples as kept.
    mutating func keepsAll(in unit: CivilUnit, count: Int) -> Bool {
        guard let reason = reasonToKeepAll(in: unit) else { return false }
        report.kept[reason, default: 0] += count
        return true
    }

    /// True if the same decision applies to all samples of the unit that the phone does not have.
    func isUndivided(_ unit: CivilUnit) -> Bool {
        if case .never = rule { return true }
        guard let firstDay else { return true }
        func isSplit(by day: Int) -> Bool { unit.firstDay < day && day < unit.endDay }
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
            if let reason {
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

    /// The maximum number of samples that the guards allow to delete.
    private var allowance: Int {
        guard case .guarded(let guards) = rule else { return 0 }
        return min(max(1, Int(Double(serviceCount) * min(max(guards.shareMax, 0), 1))), DeletionGuards.countMax)
    }

    /// Returns the samples to delete if a last query of the store does not show them.
    mutating func decide() -> [UUID] {
        guard candidateCount > allowance else { return candidates }
        report.kept[.tooMany, default: 0] += candidateCount
        return []
    }

    /// True if a uuid has version 4 (RFC 9562), as HealthKit's uuids do. Uuids computed from
    /// content have another version.
    private static func isRandom(_ uuid: UUID) -> Bool { uuid.uuid.6 >> 4 == 4 }
}
