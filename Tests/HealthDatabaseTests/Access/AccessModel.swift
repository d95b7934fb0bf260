import Foundation
import HealthCore
import Postgres
import TestSupport

/// Grants and tokens about one person, and a holder's access, which is computed for each hour.
struct AccessModel {
    /// A grant, or a token that narrows grants. Times are hours since the first hour of the test.
    struct Terms {
        var rights: AccessRights
        var allGroups: Bool
        var groups: Set<AccessGroup>
        var types: Set<String>
        var from: Int?
        var to: Int?
        var showsNames: Bool
        /// True if it is expired or revoked.
        var isEnded: Bool
        /// True if the token does not narrow the types.
        var leavesTypes = false

        func covers(_ type: String, _ hour: Int) -> Bool {
            if let from, hour < from { return false }
            if let to, hour >= to { return false }
            let group = AccessModel.group(of: type)
            return leavesTypes || types.contains(type) || groups.contains(group)
                || allGroups && !AccessGroup.special.contains(group)
        }

        var coversAll: Bool {
            from == nil && to == nil && (leavesTypes || allGroups && groups.isSuperset(of: AccessGroup.special))
        }
    }

    /// The grants by holder.
    var grants: [Int32: [Terms]] = [:]
    var tokens: [UUID: (holder: Int32, terms: Terms)] = [:]

    static let ownType = "a type of Ada's own"
    static let types = [
        "stepCount", "workout", "heartRate", "sleepAnalysis", "bodyMass", "workoutRoute", "menstrualFlow",
        "labResultRecord", "mindfulSession", ownType,
    ]
    static let hours = 12

    static func group(of type: String) -> AccessGroup { Catalogue.sampleType(named: type)?.accessGroup ?? .other }

    // MARK: The rule

    private func live(_ holder: Int32) -> [Terms] { grants[holder, default: []].filter { !$0.isEnded } }

    /// The terms of the token; nil if it is unknown, of another holder, expired or revoked.
    private func narrowing(_ token: UUID?, _ holder: Int32) -> Terms? {
        guard let token else {
            return Terms(
                rights: .all, allGroups: false, groups: [], types: [], from: nil, to: nil, showsNames: true,
                isEnded: false, leavesTypes: true)
        }
        guard let found = tokens[token], found.holder == holder, !found.terms.isEnded else { return nil }
        return found.terms
    }

    func has(_ right: AccessRights, _ holder: Int32, _ token: UUID?) -> Bool {
        guard let narrowing = narrowing(token, holder) else { return false }
        return narrowing.rights.contains(right) && live(holder).contains { $0.rights.contains(right) }
    }

    func showsNames(_ holder: Int32, _ token: UUID?) -> Bool {
        guard let narrowing = narrowing(token, holder) else { return false }
        // A holder that may write reads what it saved. So grants to write also show or hide names.
        let shown = live(holder).filter { !$0.rights.isDisjoint(with: [.read, .write]) }
        return narrowing.showsNames && !shown.isEmpty && shown.allSatisfy(\.showsNames)
    }

    /// True if one grant covers every sample, and the token does not narrow it.
    func hasAll(_ right: AccessRights, _ holder: Int32, _ token: UUID?) -> Bool {
        guard let narrowing = narrowing(token, holder) else { return false }
        return narrowing.rights.contains(right) && narrowing.coversAll
            && live(holder).contains { $0.rights.contains(right) && $0.coversAll }
    }

    /// True if each hour of the sample is covered. A sample without a duration is in the hour of
    /// its start.
    /// True if the token does not remove the right to read.
    func tokenReads(_ holder: Int32, _ token: UUID?) -> Bool {
        narrowing(token, holder)?.rights.contains(.read) ?? false
    }

    func may(_ right: AccessRights, _ type: String, _ start: Int, _ end: Int, _ holder: Int32, _ token: UUID?) -> Bool {
        guard let narrowing = narrowing(token, holder), narrowing.rights.contains(right) else { return false }
        return (start..<max(end, start + 1)).allSatisfy { hour in
            narrowing.covers(type, hour)
                && live(holder).contains { $0.rights.contains(right) && $0.covers(type, hour) }
        }
    }
}

extension AccessModel {
    static func terms(_ random: inout SeededGenerator, isToken: Bool) -> Terms {
        var terms = Terms(
            rights: AccessRights(rawValue: 1 + random.below(7)), allGroups: random.chance(40), groups: [], types: [],
            from: random.chance(40) ? random.below(hours) : nil, to: random.chance(40) ? 1 + random.below(hours) : nil,
            showsNames: random.chance(80), isEnded: random.chance(15), leavesTypes: isToken && random.chance(40))
        if let from = terms.from, let to = terms.to, from >= to { terms.to = from + 1 }
        if random.chance(60) { terms.groups = Set(AccessGroup.allCases.filter { _ in random.chance(15) }) }
        if random.chance(25) { terms.groups.formUnion(AccessGroup.special) }
        if random.chance(40) { terms.types = Set(types.filter { _ in random.chance(20) }) }
        return terms
    }

    /// Makes random grants and tokens of two holders and stores them.
    static func random(
        seed: UInt64, _ store: TestStore, _ holders: [Int32], _ typeIDs: [String: Int32], start: Instant
    ) throws -> AccessModel {
        var random = SeededGenerator(seed)
        var model = AccessModel()
        for holder in holders {
            for _ in 0..<random.below(4) {
                let terms = terms(&random, isToken: false)
                model.grants[holder, default: []].append(terms)
                try insert(
                    terms, "access_grant (person_id, holder_id, grant_id", random.uuid(), holder, store, typeIDs, start)
            }
            for _ in 0..<3 {
                let (id, terms) = (random.uuid(), terms(&random, isToken: true))
                model.tokens[id] = (holder, terms)
                try insert(terms, "token (person_id, holder_id, token_id", id, holder, store, typeIDs, start)
            }
        }
        return model
    }

    private static func insert(
        _ terms: Terms, _ table: String, _ id: UUID, _ holder: Int32, _ store: TestStore, _ typeIDs: [String: Int32],
        _ start: Instant
    ) throws {
        func time(_ hour: Int?) -> Parameter {
            .timestamptz(hour.map { start.microseconds + Int64($0) * 3_600 * Instant.microsecondsPerSecond })
        }
        let isToken = table.hasPrefix("token")
        // Ended terms are expired or revoked; the last digit of the id decides.
        let isRevoked = terms.isEnded && id.uuid.15.isMultiple(of: 2)
        _ = try store.session.execute(
            """
            insert into health.\(table), may_read, may_write, may_manage, all_groups, groups, sample_type_ids, from_time,
                to_time, shows_names, expires_at, revoked_at\(isToken ? ", secret_sha256, name" : ""))
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + $13 * interval '1 minute',
                case when $14 then now() end\(isToken ? ", decode(repeat('00', 32), 'hex'), ''" : ""))
            """,
            [
                .int32(store.person.id), .int32(holder), .uuid(id), .bool(terms.rights.contains(.read)),
                .bool(terms.rights.contains(.write)), .bool(terms.rights.contains(.manage)),
                .bool(terms.leavesTypes ? nil : terms.allGroups), .textArray(terms.groups.map(\.rawValue)),
                .int32Array(terms.types.compactMap { typeIDs[$0] }), time(terms.from), time(terms.to),
                .bool(terms.showsNames), .double(terms.isEnded && !isRevoked ? -1 : id.uuid.14 < 128 ? 60 : nil),
                .bool(isRevoked),
            ])
    }
}
