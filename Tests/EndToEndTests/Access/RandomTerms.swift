import Foundation
import HealthCore

/// The terms of a grant or a token, with the columns of health.access_grant and health.token.
struct RandomTerms: Sendable {
    var mayRead = true
    var mayWrite = false
    /// Nil for a token that does not narrow types.
    var allGroups: Bool? = false
    var groups: [String] = []
    var typeIDs: [Int32] = []
    /// Seconds since 1970.
    var from: Int64?
    var to: Int64?
    var showsNames = true
    /// True if the terms have expired or were revoked.
    var isOver = false

    /// The rule of access, computed without the store's SQL.
    func covers(_ type: AccessType) -> Bool {
        guard let allGroups else { return true }
        let isSpecial = ["clinical", "reproductive", "routes"].contains(type.group)
        return allGroups && !isSpecial || groups.contains(type.group) || typeIDs.contains(type.id)
    }
}

struct AccessType: Sendable {
    var id: Int32
    var group: String
    var isInCatalogue: Bool
}

/// A row with times that a policy may hide.
struct AccessRow: Sendable {
    var uuid: String
    var type: Int32
    /// Microseconds since 1970; nil if not known.
    var start: Int64?
    var end: Int64?
    /// The holders who saved it, without the person's own.
    var holders: [Int32]
}

/// The grants of a holder, and the token that narrows them.
struct AccessSet: Sendable {
    var grants: [RandomTerms]
    var narrowing: RandomTerms?

    var showsNames: Bool {
        grants.filter { !$0.isOver && ($0.mayRead || $0.mayWrite) }.allSatisfy(\.showsNames)
            && narrowing?.showsNames != false
    }

    /// Ranges of time in microseconds, in order. They do not touch each other.
    typealias Times = [ClosedRange<Int64>]

    static let always: Times = [Int64.min...Int64.max]

    /// Whether every sample may be read or written. One grant must cover everything.
    func coversAll(_ right: KeyPath<RandomTerms, Bool>) -> Bool {
        func isWhole(_ terms: RandomTerms) -> Bool {
            let hasTypes = terms.allGroups.map {
                $0 && Set(terms.groups).isSuperset(of: ["clinical", "reproductive", "routes"])
            }
            return terms[keyPath: right] && hasTypes ?? true && terms.from == nil && terms.to == nil
        }
        return grants.contains { !$0.isOver && isWhole($0) } && narrowing.map(isWhole) ?? true
    }

    /// Whether the token gives less than the grants of its holder.
    var isNarrowed: Bool {
        guard let terms = narrowing else { return false }
        let isWhole = terms.mayRead && terms.mayWrite && terms.allGroups == nil && terms.showsNames
        return !isWhole || terms.from != nil || terms.to != nil
    }

    func has(_ right: KeyPath<RandomTerms, Bool>) -> Bool {
        grants.contains { !$0.isOver && $0[keyPath: right] } && narrowing?[keyPath: right] != false
    }

    func times(of type: AccessType, _ right: KeyPath<RandomTerms, Bool>) -> Times {
        var times: Times = []
        for grant in grants where !grant.isOver && grant[keyPath: right] && grant.covers(type) {
            if let narrowing, !narrowing[keyPath: right] || !narrowing.covers(type) { continue }
            let from = [grant.from, narrowing?.from].compactMap { $0 }.max().map { $0 * 1_000_000 } ?? .min
            let to = [grant.to, narrowing?.to].compactMap { $0 }.min().map { $0 * 1_000_000 } ?? .max
            if from < to { times.append(from...to) }
        }
        return times.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, next in
            if let last = joined.last, next.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
            } else {
                joined.append(next)
            }
        }
    }

    func shows(_ row: AccessRow, _ type: AccessType, to holder: Int32) -> Bool {
        let reads = times(of: type, \.mayRead)
        if reads == AccessSet.always { return true }
        guard let start = row.start, let end = row.end else { return false }
        func lies(in times: Times) -> Bool {
            times.contains { $0.lowerBound <= start && start < $0.upperBound && end <= $0.upperBound }
        }
        guard narrowing?.mayRead != false else { return false }
        return lies(in: reads) || row.holders.contains(holder) && lies(in: times(of: type, \.mayWrite))
    }

    // MARK: Sets

    /// Named cases, which random sets may miss.
    static let fixed: [AccessSet] = [
        AccessSet(grants: []),
        AccessSet(grants: [RandomTerms(groups: ["activity", "sleep"])]),
        AccessSet(grants: [RandomTerms(groups: ["heart"], from: day(2), to: day(4))]),
        AccessSet(grants: [
            RandomTerms(allGroups: true, groups: ["clinical", "reproductive", "routes"], showsNames: false)
        ]),
        AccessSet(grants: [RandomTerms(mayRead: false, mayWrite: true, allGroups: true)]),
        AccessSet(
            grants: [RandomTerms(allGroups: true)], narrowing: RandomTerms(allGroups: nil, from: day(2))),
        // A token that only writes, such as that of Health Auto Export.
        AccessSet(
            grants: [RandomTerms(mayWrite: true, allGroups: true, groups: ["clinical", "reproductive", "routes"])],
            narrowing: RandomTerms(mayRead: false, mayWrite: true, allGroups: nil)),
        AccessSet(
            grants: [
                RandomTerms(mayRead: false, mayWrite: true, allGroups: true),
                RandomTerms(groups: ["heart", "other"], to: day(3)), RandomTerms(groups: ["heart"], from: day(3)),
            ]),
    ]

    /// Seconds of the day of May 2024 at midnight in UTC.
    static func day(_ day: Int64) -> Int64 { 1_714_521_600 + (day - 1) * 86_400 }

    static func random(_ types: [AccessType], _ random: inout some RandomNumberGenerator) -> AccessSet {
        let grants = (0..<Int.random(in: 1...3, using: &random)).map { _ in terms(types, isToken: false, &random) }
        let isNarrowed = Int.random(in: 0..<3, using: &random) == 0
        return AccessSet(grants: grants, narrowing: isNarrowed ? terms(types, isToken: true, &random) : nil)
    }

    private static func terms(
        _ types: [AccessType], isToken: Bool, _ random: inout some RandomNumberGenerator
    ) -> RandomTerms {
        func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
        var terms = RandomTerms()
        terms.mayRead = isToken ? !chance(6) : !chance(4)
        terms.mayWrite = isToken || !terms.mayRead || chance(3)
        terms.allGroups = isToken && chance(2) ? nil : chance(3)
        terms.groups = AccessGroup.allCases.map(\.rawValue).filter { _ in chance(3) }.sorted()
        terms.typeIDs = chance(2) ? types.filter { _ in chance(6) }.map(\.id) : []
        let instants = (0..<2).map { _ in
            // The times are whole hours, at which samples begin and end.
            day(1) + Int64.random(in: -5...130, using: &random) * 3_600
        }.sorted()
        if chance(2) { terms.from = instants[0] }
        if chance(2), instants[0] < instants[1] { terms.to = instants[1] }
        terms.showsNames = !chance(6)
        terms.isOver = !isToken && chance(6)
        return terms
    }
}
