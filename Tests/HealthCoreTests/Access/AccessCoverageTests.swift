import TestSupport
import Testing

@testable import HealthCore

@Suite struct AccessCoverageTests {
    private static func instant(_ day: Int64) -> Instant { Instant(microseconds: day * 86_400_000_000) }

    private static func terms(_ generator: inout SeededGenerator) -> AccessTerms {
        let names = ["stepCount", "heartRate", "workoutRoute", "bodyMass", "private"]
        func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
        let groups = [AccessGroup.activity, .heart, .routes, .other, .body].filter { _ in chance(3) }
        let types = names.filter { _ in chance(3) }.map { Catalogue.sampleType(named: $0)?.identifier ?? $0 }
        let from = chance(2) ? nil : Int64.random(in: 0..<6, using: &generator)
        let to = chance(2) ? nil : (from ?? 0) + Int64.random(in: 1..<6, using: &generator)
        let isAll = chance(4)
        var scope = AccessScope(
            hasAllGroups: isAll, groups: Set(groups), types: Set(types), from: from.map(instant), to: to.map(instant))
        if isAll { scope.groups.formIntersection(AccessGroup.special) }
        return AccessTerms(
            rights: AccessRights(rawValue: Int.random(in: 1...7, using: &generator)), scope: scope,
            showsNames: !chance(3), expires: chance(2) ? nil : instant(Int64.random(in: 100..<103, using: &generator)))
    }

    /// A sample at one instant, and the time at which a caller asks for it.
    private struct Question {
        var right: AccessRights
        /// Nil for a type of the group that no terms name.
        var type: String?
        var group: AccessGroup
        var day: Int64
        var time: Int64
    }

    private static let questions: [Question] = {
        var types: [(String?, AccessGroup)] = AccessGroup.allCases.map { (nil, $0) }
        for name in ["stepCount", "heartRate", "workoutRoute", "bodyMass"] {
            if let type = Catalogue.sampleType(named: name) { types.append((type.identifier, type.accessGroup)) }
        }
        types.append(("private", .other))
        var questions: [Question] = []
        for right in [AccessRights.read, .write] {
            for (type, group) in types {
                for day in -1...12 as ClosedRange<Int64> {
                    for time in 99...103 as ClosedRange<Int64> {
                        questions.append(Question(right: right, type: type, group: group, day: day, time: time))
                    }
                }
            }
        }
        return questions
    }()

    /// The rule, computed sample by sample.
    private static func holds(_ terms: AccessTerms, _ question: Question) -> Bool {
        let scope = terms.scope
        let isOfGroup =
            scope.groups.contains(question.group)
            || scope.hasAllGroups && ![.reproductive, .clinical, .routes].contains(question.group)
        return terms.rights.contains(question.right) && (isOfGroup || question.type.map(scope.types.contains) ?? false)
            && (scope.from.map { $0 <= instant(question.day) } ?? true)
            && (scope.to.map { instant(question.day) < $0 } ?? true)
            && (terms.expires.map { instant(question.time) < $0 } ?? true)
    }

    @Test("terms pass if and only if other terms cover each of their samples for at least the same time")
    func property() {
        var generator = SeededGenerator(16)
        var accepted = 0
        for _ in 0..<400 {
            let count = Int.random(in: 1...3, using: &generator)
            let held = (0..<count).map { _ in Self.terms(&generator) }
            let limit = Bool.random(using: &generator) ? Self.terms(&generator) : nil
            var wanted = Self.terms(&generator)
            wanted.showsNames = false
            let exceeding = Self.questions.first { question in
                Self.holds(wanted, question)
                    && !(held.contains { Self.holds($0, question) } && limit.map { Self.holds($0, question) } ?? true)
            }
            var mayManage = held.contains {
                $0.rights.contains(.manage)
                    && ($0.expires.map { held in wanted.expires.map { $0 <= held } ?? false } ?? true)
            }
            if let limit {
                let lasts = limit.expires.map { held in wanted.expires.map { $0 <= held } ?? false } ?? true
                mayManage = mayManage && limit.rights.contains(.manage) && lasts
            }
            let isRight = exceeding == nil && (mayManage || !wanted.rights.contains(.manage))
            let result = Result { () throws(AccessExcess) in
                try AccessCoverage(held, within: limit).check(wanted)
            }
            // A right without types may be refused, although it gives nothing.
            switch result {
            case .success:
                accepted += 1
                #expect(isRight, "\(held) \(String(describing: limit)) \(wanted)")
            case .failure(let excess):
                let isEmptyRight = ["rights"].contains(excess.field) && !wanted.scope.hasTypes
                #expect(!isRight || isEmptyRight || excess.field == "rights", "\(excess) \(held) \(wanted)")
            }
        }
        #expect(accepted > 20)
    }

    @Test("the names of all types of a group are less than the group, and adjacent dates add up")
    func examples() throws {
        let types = Catalogue.sampleTypes.filter { $0.accessGroup == .sleep }.map(\.identifier)
        let named = AccessTerms(rights: .read, scope: AccessScope(types: Set(types)))
        let group = AccessTerms(rights: .read, scope: AccessScope(groups: [.sleep]))
        #expect(throws: AccessExcess(field: "groups", what: "sleep")) { try AccessCoverage([named]).check(group) }
        try AccessCoverage([group]).check(named)
        // A token that names a type of the group narrows a grant of the group to this type.
        let heart = AccessTerms(rights: .read, scope: AccessScope(groups: [.heart]))
        let rate = AccessTerms(rights: .read, scope: AccessScope(types: ["HKQuantityTypeIdentifierHeartRate"]))
        try AccessCoverage([heart], within: rate).check(rate)
        #expect(throws: AccessExcess.self) { try AccessCoverage([heart], within: rate).check(heart) }
        var (early, late) = (group, group)
        early.scope.to = Self.instant(5)
        late.scope.from = Self.instant(5)
        try AccessCoverage([late, early]).check(group)
        late.scope.from = Self.instant(6)
        #expect(throws: AccessExcess(field: "to", what: "sleep")) { try AccessCoverage([late, early]).check(group) }
        #expect(throws: AccessExcess(field: "from", what: "sleep")) { try AccessCoverage([late]).check(group) }
        var nameless = group
        nameless.showsNames = false
        #expect(throws: AccessExcess(field: "showsNames", what: "names")) {
            try AccessCoverage([group, nameless]).check(group)
        }
    }
}
