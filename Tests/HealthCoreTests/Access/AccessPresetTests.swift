import Testing

@testable import HealthCore

@Suite struct AccessPresetTests {
    private static let now = Instant(seconds: 1_700_000_000)

    private static func terms(_ preset: AccessPreset, _ scope: AccessScope = AccessScope()) throws -> AccessTerms {
        try preset.terms(scope: scope, now: now)
    }

    @Test("each preset is the grant that it describes")
    func presets() throws {
        let dates = AccessScope(
            types: ["HKQuantityTypeIdentifierStepCount"], from: Self.now, to: Instant(seconds: 1_800_000_000))
        #expect(try Self.terms(.phone) == AccessTerms(rights: .write, scope: .allGroups))
        #expect(try Self.terms(.dashboard) == AccessTerms(rights: .read, scope: .allGroups))
        #expect(try Self.terms(.analyst) == AccessTerms(rights: .read, scope: .allGroups))
        let sleep = AccessScope(groups: [.sleep])
        #expect(try Self.terms(.family, sleep) == AccessTerms(rights: .read, scope: sleep))
        let researcher = try Self.terms(.researcher, dates)
        #expect(researcher.rights == .read && researcher.scope == dates && !researcher.showsNames)
        #expect(researcher.expires == Instant(seconds: 1_700_000_000 + 365 * 86_400))
    }

    @Test("no preset covers a special group that is not named")
    func special() throws {
        let dates = AccessScope(from: Self.now, to: Instant(seconds: 1_800_000_000))
        for preset in AccessPreset.allCases where preset != .family {
            let scope = try Self.terms(preset, dates).scope
            #expect(scope.hasAllGroups && scope.groups.isDisjoint(with: AccessGroup.special), "\(preset)")
        }
        var named = dates
        named.groups = [.clinical]
        #expect(try Self.terms(.dashboard, named).scope == named)
    }

    @Test("names can be hidden in every preset, and an expiry can be chosen")
    func options() throws {
        let scope = AccessScope(groups: [.sleep], from: Self.now, to: Instant(seconds: 1_800_000_000))
        let end = Instant(seconds: 1_710_000_000)
        for preset in AccessPreset.allCases {
            let terms = try preset.terms(scope: scope, showsNames: false, expires: end, now: Self.now)
            #expect(!terms.showsNames && terms.expires == end, "\(preset)")
        }
    }

    @Test(
        "a preset that lacks what it needs names the field",
        arguments: [
            (.family, AccessScope(), "groups"), (.family, AccessScope(groups: [.routes]), "groups"),
            (.family, AccessScope(types: ["HKWorkoutRouteTypeIdentifier"]), "types"),
            (.researcher, AccessScope(), "from"), (.researcher, AccessScope(from: now), "to"),
        ] as [(AccessPreset, AccessScope, String)])
    func missing(preset: AccessPreset, scope: AccessScope, field: String) {
        let error = #expect(throws: ParameterError.self) { try Self.terms(preset, scope) }
        #expect(error?.parameter == field && error?.message.hasPrefix(field + " ") == true)
    }

    @Test("the error of an unknown preset lists the presets")
    func unknown() throws {
        #expect(try AccessPreset("family") == .family)
        let error = #expect(throws: ParameterError.self) { try AccessPreset("friend") }
        #expect(error?.parameter == "preset")
        #expect(error?.message == "preset must be one of phone, dashboard, family, researcher, analyst")
    }

    @Test("terms are printed in words")
    func words() {
        var terms = AccessTerms(
            rights: [.read, .write], scope: AccessScope(groups: [.sleep, .activity], from: Instant(seconds: 0)))
        #expect(terms.text(on: .utc) == "read, write activity, sleep; from 1970-01-01")
        terms.showsNames = false
        terms.expires = Instant(seconds: 86_400)
        #expect(terms.text(on: .utc) == "read, write activity, sleep; from 1970-01-01; without names; until 1970-01-02")
    }
}

@Suite struct AccessExpiryTests {
    private static let now = Instant(seconds: 1_700_000_000)

    @Test(
        "an expiry is a duration from now or a time",
        arguments: [
            ("90d", 1_700_000_000 + 90 * 86_400), ("10m", 1_700_000_600), ("2w", 1_700_000_000 + 14 * 86_400),
            ("1h", 1_700_003_600), ("2027-01-01", 1_798_761_600), ("2027-01-01T00:00:00+01:00", 1_798_758_000),
        ] as [(String, Int64)])
    func expiry(text: String, seconds: Int64) throws {
        #expect(try ParameterText.expiry(text, "until", now: Self.now) == Instant(seconds: seconds))
    }

    @Test(
        "any other text is refused with an error that names the field",
        arguments: [
            ("", ParameterError.Code.malformed), ("d", .malformed), ("-1d", .malformed), ("90", .malformed),
            ("1.5d", .malformed), ("9999999999d", .malformed), ("0d", .outOfRange), ("36501d", .outOfRange),
            ("2023-01-01", .outOfRange), ("tomorrow", .malformed),
        ])
    func refused(text: String, code: ParameterError.Code) {
        #expect(refusal { try ParameterText.expiry(text, "until", now: Self.now) } == "until \(code)")
    }

    @Test("no text is no expiry")
    func none() throws { #expect(try ParameterText.expiry(nil, "until", now: Self.now) == nil) }
}
