import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getSyncPlans = Endpoint(
        .get, "/v1/sync-plans", "The sync plans of the person's phones",
        notes: "By device. Types that the token may neither read nor write are left out.", tag: .syncPlans,
        takes: .nothing, right: .write, gives: .json("The plans.", isTagged: true).rows("plans")
    ) { call in
        try await call.withSession { session in
            let access = try WriteAccess(call.caller, session)
            return ShownPlans(plans: try call.plans(session).plans().map { ShownPlan($0, access) })
        }
    }

    static let getSyncPlan = Endpoint(
        .get, "/v1/sync-plans/{device}", "What a phone is to send",
        notes: """
            The plan of the phone, or else the plan of the device `default`, or else one that sends everything. A phone reads \
            it when it starts, and obeys it. Types that the token may neither read nor write are left out.
            """,
        tag: .syncPlans, parameters: [planDevice], takes: .parameters(SyncPlanFields.device), right: .write,
        gives: .json("The plan.", isTagged: true), errors: [.malformedField]
    ) { call in
        try await call.withSession { session in
            let access = try WriteAccess(call.caller, session)
            return try ShownPlan(ofDevice: call.taken, call.plans(session), access)
        }
    }

    static let putSyncPlan = Endpoint(
        .put, "/v1/sync-plans/{device}", "Decides what a phone is to send",
        notes: """
            Replaces the whole plan of the device; a missing member has its default. The plan of the device `default` is for all \
            phones without a plan of their own, and for clients whose device is unknown. Samples that begin before \
            `startDate` are refused (`before_start`). Imports of files are not. \(Right.settingsNeed) A token that may write all \
            groups, as the preset `phone` may, changes any plan but that of `default`.
            """,
        tag: .syncPlans, parameters: [planDevice],
        takes: .json(
            .object(optional: SyncPlanFields.schema).sent("SyncPlanChange"),
            example: #"{"groups": ["activity", "heart"], "startDate": "2024-01-01T00:00:00Z", "isOn": true}"#,
            parameters: SyncPlanFields.device, SyncPlanFields.plan),
        right: .write, gives: .json("The plan."),
        errors: [.manageNotGranted, .malformedField, .malformedDate, .outOfRange, .unknownType, .tooManyPlans]
    ) { call in
        try await call.withSession { session in
            let access = try call.requirePlan(of: call.taken.asked, session)
            let store = call.plans(session)
            try store.set(call.taken.sent, forDevice: call.taken.asked)
            return try ShownPlan(ofDevice: call.taken.asked, store, access)
        }
    }

    static let putSharedSince = Endpoint(
        .put, "/v1/sync-plans/{device}/shared-since", "Reports since when a phone sees the samples of types",
        notes: """
            A person may share only recent samples with an app (`earliestAuthorizedSampleDate(for:)`, iOS 27). The phone reports \
            the types with such a limit. The list replaces the earlier one.
            """,
        tag: .syncPlans, parameters: [planDevice],
        takes: .json(
            .object(required: ["sharedSince": .array(of: shared, maxItems: SyncPlan.namesMax)]).sent(
                "SharedSinceChange"),
            example: #"{"sharedSince": [{"type": "stepCount", "startDate": "2026-09-01T00:00:00Z"}]}"#,
            parameters: SyncPlanFields.device, SyncPlanFields.shared),
        right: .write, gives: .json("The plan."), errors: [.malformedField, .malformedDate, .tooManyPlans]
    ) { call in
        try await call.withSession { session in
            let access = try WriteAccess(call.caller, session)
            let store = call.plans(session)
            try store.set(call.taken.sent.filter { access.covers($0.type) }, forDevice: call.taken.asked)
            return try ShownPlan(ofDevice: call.taken.asked, store, access)
        }
    }

    private static let shared = Schema.object(required: ["type": .string, "startDate": .time])

    static let deleteSyncPlan = Endpoint(
        .delete, "/v1/sync-plans/{device}", "Forgets the plan of a phone",
        notes: "The phone then obeys the plan of the device `default`.", tag: .syncPlans, parameters: [planDevice],
        takes: .parameters(SyncPlanFields.device), right: .write, gives: .nothing("The plan is gone."),
        errors: [.manageNotGranted, .malformedField, .unknownPlan]
    ) { call in
        try await call.withSession { session in
            _ = try call.requirePlan(of: call.taken, session)
            guard try call.plans(session).delete(device: call.taken) else {
                throw APIError(.unknownPlan, "the device has no plan of its own", key: "parameter", "device")
            }
        }
    }

    private static let planDevice = EndpointParameter(
        name: "device", location: .path, schema: .string(pattern: "^[^/]+$"), isRequired: true,
        meaning: "The client's name for the phone, as with anchors, or `default`.", example: "phone")
}

extension Call {
    fileprivate func plans(_ session: Session) -> SyncPlanStore { SyncPlanStore(person: person, session: session) }

    /// Checks that the caller may change the plan of a device.
    fileprivate func requirePlan(of device: String, _ session: Session) throws -> WriteAccess {
        let access = try WriteAccess(caller, session)
        if device == SyncPlan.defaultDevice || !access.writesAllGroups { try caller.require(.settings) }
        return access
    }
}

/// A sync plan as a caller sees it.
private struct ShownPlan: Shaped {
    var device = SyncPlan.defaultDevice
    var plan = SyncPlan()
    var sharedSince: [SyncPlan.Shared]?
    var updated: Instant?

    static let shape = Shape<Self>([
        .member("device", \.device, "The device whose plan this is; `default` if the phone has none of its own."),
        .member("types", \.plan.types, "Chosen types. If `groups` is null, too, all types are sent."),
        .member("groups", \.plan.groups, "Groups whose types are sent besides `types`."),
        .member("allTypes", \.plan.allTypes, "The types to send, of `types` and `groups`; null for all types."),
        .member("startDate", \.plan.start, "Samples that begin earlier are refused."),
        .member("onlySources", { $0.plan.leavesOutSources ? nil : $0.plan.sources }, SyncPlanFields.sourcesMeaning),
        .member(
            "withoutSources", { $0.plan.leavesOutSources ? $0.plan.sources : nil },
            "Bundle identifiers of sources whose samples are not sent."),
        .member("isOn", \.plan.isOn, "False if the phone sends nothing for now. It keeps its anchors."),
        .member("leastInterval", \.plan.leastInterval, "The least time from one run to the next, in seconds."),
        .member("frequency", \.plan.frequency, "How often HealthKit wakes the app (HKUpdateFrequency)."),
        .member(
            "sharedSince", \.sharedSince,
            "The types whose recent samples alone the person shares with the app, as the phone reported; null without a "
                + "report."),
        .member("updatedAt", \.updated, "Null for a phone without a plan of its own in a list."),
    ]).named("SyncPlan")

    init() {}

    /// The plan that a phone obeys.
    init(ofDevice device: String, _ store: SyncPlanStore, _ access: WriteAccess) throws {
        self = try store.plan(ofDevice: device).map { ShownPlan($0, access) } ?? ShownPlan()
        show(try store.sharedSince(ofDevice: device), access)
    }

    init(_ stored: SyncPlanStore.Stored, _ access: WriteAccess) {
        (device, plan, updated) = (stored.device, stored.plan, stored.updated)
        plan.types = plan.types?.filter(access.covers)
        show(stored.sharedSince, access)
    }

    private mutating func show(_ shared: [SyncPlan.Shared]?, _ access: WriteAccess) {
        sharedSince = shared?.filter { access.covers($0.type) }
    }
}

private struct ShownPlans: Shaped {
    let plans: [ShownPlan]

    static let shape = Shape<Self>([.member("plans", \.plans)]).named("SyncPlans")
}

extension SyncPlan.Shared: Shaped {
    static let shape = Shape<Self>([
        .member("type", \.type), .member("startDate", \.start, "No earlier sample is shared."),
    ]).named("SharedSince")
}

extension AccessGroup: JSONWritable {}
extension SyncPlan.Frequency: JSONWritable {}

extension SyncPlan {
    /// Reads a plan from the body of `PUT /v1/sync-plans/{device}`.
    ///
    /// - Throws: `ParameterError` with the name of the member, or `JSONError`.
    public init(json: [UInt8]) throws {
        do {
            self = try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(json) { try SyncPlanFields.plan("", $0) }
        } catch let error as APIError {
            throw ParameterError(.malformed, "", error.message)
        }
    }
}

/// Reads a plan from clients.
private enum SyncPlanFields {
    static let sourcesMeaning = "Bundle identifiers of the only sources whose samples are sent."

    private static let members: [SentMember<SyncPlan>] = [
        ("types", names("Names of types."), { $1.types = try list($0, type) }),
        ("groups", .array(of: AccessGroup.schema), { $1.groups = try list($0) { try choice($0) } }),
        ("startDate", .time, { $1.start = try start($0) }),
        (
            "fromNow", Schema.boolean.described("True for the time of the request as `startDate`."),
            { value, plan in
                guard try value.flag() else { return }
                guard plan.start == nil else { throw value.malformed("excludes startDate") }
                plan.start = .now
            }
        ),
        ("onlySources", names(sourcesMeaning), { $1.sources = try list($0) { try $0.text() } }),
        (
            "withoutSources", names("Bundle identifiers of sources whose samples are not sent."),
            { value, plan in
                guard plan.sources == nil else { throw value.malformed("excludes onlySources") }
                (plan.sources, plan.leavesOutSources) = (try list(value) { try $0.text() }, true)
            }
        ),
        ("isOn", .boolean, { $1.isOn = try $0.flag() }),
        (
            "leastInterval", Schema.integer(0...Int64(SyncPlan.leastIntervalMax)).described("In seconds."),
            { value, plan in
                let range = 0...Int64(SyncPlan.leastIntervalMax)
                guard let seconds = value.value?.int64, range.contains(seconds) else {
                    throw value.error(.outOfRange, "must be a whole number from 0 to \(range.upperBound)")
                }
                plan.leastInterval = Int(seconds)
            }
        ),
        ("frequency", SyncPlan.Frequency.schema, { $1.frequency = try choice($0) }),
    ]

    static let schema = members.schema()

    @Sendable static func device(_ parameters: RequestParameters) throws -> String {
        try parameters.device ?? SyncPlan.defaultDevice
    }

    @Sendable static func shared(_: String, _ body: JSONValue) throws -> [SyncPlan.Shared] {
        try SentValue(body).object(["sharedSince"])["sharedSince"].elements(max: SyncPlan.namesMax) { value in
            let sent = try value.object(["type", "startDate"])
            _ = try sent["startDate"].required()
            return SyncPlan.Shared(type: try sent["type"].type(), start: try time(sent["startDate"]))
        }
    }

    @Sendable static func plan(_: String, _ body: JSONValue) throws -> SyncPlan {
        var plan = SyncPlan()
        try members.read(body, into: &plan)
        return plan
    }

    private static func names(_ meaning: String) -> Schema {
        Schema.array(of: .string, maxItems: SyncPlan.namesMax).described(meaning)
    }

    private static func list<Element>(
        _ value: SentValue, _ read: (SentValue) throws -> Element
    ) throws -> [Element] {
        try value.elements(max: SyncPlan.namesMax, read)
    }

    /// Reads a type of the catalogue, or an identifier of a newer HealthKit.
    private static func type(_ value: SentValue) throws -> String {
        let type = try value.type()
        guard Catalogue.sampleType(named: type) != nil || type.hasPrefix("HK") else {
            throw APIError.ofField(
                .unknownType, value.field, "there is no sample type \"\(type.prefix(64))\"",
                hint: "GET /v1/types lists them")
        }
        return type
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ value: SentValue
    ) throws -> Choice where Choice.RawValue == String {
        guard let choice = value.value?.string.flatMap(Choice.init(rawValue:)) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw value.malformed("must be one of \(names)")
        }
        return choice
    }

    private static func time(_ value: SentValue) throws -> Instant {
        guard let time = value.value?.string.flatMap(Instant.init(rfc3339:)) else {
            throw value.error(.malformedDate, "must be a time of RFC 3339 such as 2024-05-01T00:00:00Z")
        }
        return time
    }

    private static func start(_ value: SentValue) throws -> Instant {
        let start = try time(value)
        guard start <= .now else {
            throw value.error(
                .outOfRange, "must not be in the future",
                hint: "send \"fromNow\": true to begin now, or \"isOn\": false to send nothing for now")
        }
        return start
    }
}
