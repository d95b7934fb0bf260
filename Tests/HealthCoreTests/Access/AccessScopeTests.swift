import Testing

@testable import HealthCore

@Suite struct AccessScopeTests {
    private static func scope(
        _ groups: String? = nil, _ types: String? = nil, _ from: String? = nil, _ to: String? = nil,
        others: Set<String> = []
    ) throws -> AccessScope {
        try AccessScope(groups: groups, types: types, from: from, to: to, others: others)
    }

    @Test("all is every group except reproductive, clinical and routes, which count only if they are named")
    func all() throws {
        let all = try Self.scope("all")
        #expect(all == .allGroups && !all.hasEveryType)
        #expect(all.typeText == "all groups except reproductive, clinical, routes")
        let more = try Self.scope("all, routes")
        #expect(more.groups == [.routes] && more.typeText == "all groups except reproductive, clinical")
        let every = try Self.scope("all,clinical,routes,reproductive")
        #expect(every == .everything && every.hasEveryType && every.typeText == "everything")
        // `all` already covers activity.
        #expect(try Self.scope("activity,all") == all)
        let listed = try Self.scope(AccessGroup.allCases.map(\.rawValue).joined(separator: ","))
        #expect(listed == .everything)
    }

    @Test("a printed scope is parsed to the same scope")
    func printing() throws {
        let scope = try Self.scope(
            "sleep,activity", "HKQuantityTypeIdentifierStepCount,heartRate,mine", others: ["mine"])
        #expect(scope.groupNames == ["activity", "sleep"])
        #expect(scope.typeNames == ["heartRate", "mine", "stepCount"])
        #expect(scope.types.contains("HKQuantityTypeIdentifierHeartRate"))
        #expect(scope.typeText == "activity, sleep, heartRate, mine, stepCount")
        #expect(
            try AccessScope(groups: scope.groupNames, types: scope.typeNames, from: nil, to: nil, others: ["mine"])
                == scope)
        #expect(try Self.scope().typeText == "nothing")
        #expect(try Self.scope("all", "workoutRoute").typeText.hasSuffix("routes, and workoutRoute"))
    }

    @Test("dates are those of the clock, also in words")
    func dates() throws {
        let berlin = WallClock(try #require(Zone(identifier: "Europe/Berlin")))
        let scope = try AccessScope(
            groups: "all", types: nil, from: "2024-01-01", to: "2024-07-01T12:00:00Z", on: berlin)
        #expect(scope.from == Instant(rfc3339: "2023-12-31T23:00:00Z"))
        #expect(scope.dateText(on: berlin) == "from 2024-01-01 to 2024-07-01T14:00:00+02:00")
        #expect(try Self.scope("all").dateText(on: .utc) == nil)
        #expect(try Self.scope("all", nil, nil, "2024-01-01").dateText(on: .utc) == "to 2024-01-01")
    }

    @Test(
        "an error names the field",
        arguments: [
            ("steps", nil, nil, nil, "groups", ParameterError.Code.malformed),
            ("", nil, nil, nil, "groups", .malformed),
            ("Sleep", nil, nil, nil, "groups", .malformed), (nil, "stepCount,steps", nil, nil, "types", .unknownType),
            (nil, "", nil, nil, "types", .unknownType), ("all", nil, "yesterday", nil, "from", .malformed),
            ("all", nil, nil, "2024-13-01", "to", .malformed),
            ("all", nil, "2024-01-02", "2024-01-01", "to", .emptyRange),
            ("all", nil, "2024-01-01", "2024-01-01", "to", .emptyRange),
        ] as [(String?, String?, String?, String?, String, ParameterError.Code)])
    func errors(
        groups: String?, types: String?, from: String?, to: String?, field: String, code: ParameterError.Code
    ) {
        let error = #expect(throws: ParameterError.self) { try Self.scope(groups, types, from, to) }
        #expect(error?.parameter == field && error?.code == code)
        #expect(error?.message.hasPrefix(field + " ") == true)
    }

    @Test("the error of an unknown group lists the groups, and the number of types is limited")
    func lists() {
        let group = #expect(throws: ParameterError.self) { try Self.scope("steps") }
        for name in ["all"] + AccessGroup.allCases.map(\.rawValue) { #expect(group?.message.contains(name) == true) }
        let many = Array(repeating: "stepCount", count: AccessScope.typesMax + 1)
        #expect(refusal { try AccessScope(groups: [], types: many, from: nil, to: nil) } == "types outOfRange")
    }

    @Test("every type of the catalogue has one group, and routes, cycles and records are special")
    func groups() throws {
        let expected: [(String, AccessGroup)] = [
            ("stepCount", .activity), ("heartRate", .heart), ("sleepAnalysis", .sleep), ("bodyMass", .body),
            ("dietaryEnergyConsumed", .nutrition), ("workoutRoute", .routes), ("menstrualFlow", .reproductive),
            ("mindfulSession", .mind), ("workout", .activity),
        ]
        for (name, group) in expected {
            #expect(try #require(Catalogue.sampleType(named: name)).accessGroup == group, "\(name)")
        }
    }
}

@Suite struct AccessRightsTests {
    @Test("rights are parsed and printed in one order, and errors name the field")
    func rights() throws {
        let rights = try AccessRights("manage, read")
        #expect(rights == [.manage, .read])
        #expect(rights.names == ["read", "manage"])
        for text in ["", "reed", "read,", "read,all"] {
            let error = #expect(throws: ParameterError.self) { try AccessRights(text) }
            #expect(
                error?.parameter == "rights" && error?.message.contains("read, write and manage") == true, "\(text)")
        }
        #expect(throws: ParameterError.self) { try AccessRights(names: []) }
    }
}
