import HealthAPI
import HealthCore
import HealthDatabase
import JSON

/// `healthstore sync-plan`
enum SyncPlanCommand: Command {
    private static let ofPlan = [
        Option("--types", "NAMES", "the types to send, separated by commas"),
        Option("--groups", "NAMES", "the groups of types to send"),
        Option("--from", "TIME", "the earliest start of samples, such as 2024-05-01T00:00:00Z"),
        Option("--from-now", nil, "send only samples that begin from now on"),
        Option("--only-sources", "IDS", "bundle identifiers of the only sources to send"),
        Option("--without-sources", "IDS", "bundle identifiers of sources to leave out"),
        Option("--off", nil, "send nothing until the plan changes"),
        Option("--least-interval", "SECONDS", "the least time from one run to the next (0)"),
        Option(
            "--frequency", SyncPlan.Frequency.allCases.map(\.rawValue).joined(separator: "|"),
            "how often HealthKit wakes the app (immediate)"),
    ]

    static let description = CommandDescription(
        "sync-plan", "Decides what the phones of a person send.", positionals: ["list|set|remove", "[DEVICE]"],
        options: [Option("--person", "NAME", "the person")] + ofPlan,
        actions: [
            .init(name: "list"), .init(name: "set", positionals: ["DEVICE"], options: ofPlan.map(\.name)),
            .init(name: "remove", positionals: ["DEVICE"]),
        ],
        notes: """
            set replaces the whole plan of the phone. Without --types and --groups, all types are sent. The plan of the device \
            \(SyncPlan.defaultDevice) is for all phones without a plan of their own. The service refuses samples that begin \
            before --from, also those of other clients; imports of files are not refused.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "list, set or remove")
        let device =
            action == "list" ? "" : try ClientAnchor.Scope.device(try arguments.positional(1, "DEVICE"))
        let plan = action == "set" ? try plan(arguments) : nil
        try await Store.withPerson(arguments) { _, session, person in
            let store = SyncPlanStore(person: person, session: session)
            if let plan { try store.set(plan, forDevice: device) }
            if action == "remove", try !store.delete(device: device) {
                throw CommandFailure(
                    message: "\(device) has no plan", hint: "healthstore sync-plan list lists the plans")
            }
            if action != "remove" { print(table(try store.plans()).text, terminator: "") }
        }
    }

    /// The options and the members that they set, lists first.
    private static let members = [
        (option: "--only-sources", member: "onlySources"), (option: "--without-sources", member: "withoutSources"),
        (option: "--types", member: "types"), (option: "--groups", member: "groups"),
        (option: "--from-now", member: "fromNow"), (option: "--from", member: "startDate"),
        (option: "--least-interval", member: "leastInterval"), (option: "--frequency", member: "frequency"),
    ]

    /// Reads the options as the members of the API's body.
    private static func plan(_ arguments: Arguments) throws -> SyncPlan {
        let json = JSONWriter.object { writer in
            for (option, member) in members.prefix(4) {
                guard let list = arguments[option] else { continue }
                writer.array(member) { writer in
                    for name in list.split(separator: ",") { writer.value(String(name)) }
                }
            }
            if let start = arguments["--from"] { writer.member("startDate", start) }
            if arguments.has("--from-now") { writer.member("fromNow", true) }
            if arguments.has("--off") { writer.member("isOn", false) }
            if let seconds = arguments["--least-interval"] {
                if let number = Int64(seconds) {
                    writer.member("leastInterval", number)
                } else {
                    writer.member("leastInterval", seconds)
                }
            }
            if let frequency = arguments["--frequency"] { writer.member("frequency", frequency) }
        }
        do { return try SyncPlan(json: json) } catch let error as ParameterError {
            let option = members.first { error.message.contains($0.member) }
            throw arguments.usage(option.map { error.message.replacing($0.member, with: $0.option) } ?? error.message)
        }
    }

    private static func table(_ plans: [SyncPlanStore.Stored]) -> TextTable {
        let times = LocalTimeText()
        return TextTable(
            of: plans,
            [
                .text("device", \.device), .text("state") { $0.plan.isOn ? "on" : "off" },
                .text("types") { types(of: $0.plan) },
                .text("from") { $0.plan.start.map(times.second) ?? "the beginning" },
                .text("sources") { sources(of: $0.plan) },
                .text("runs") { runs(of: $0.plan) },
                .text("changed") { $0.updated.map(times.second) ?? "" },
            ])
    }

    private static func types(of plan: SyncPlan) -> String {
        guard plan.types != nil || plan.groups != nil else { return "all" }
        let names = plan.types?.map { Catalogue.sampleType(named: $0)?.shortName ?? $0 } ?? []
        return (names + (plan.groups?.map(\.rawValue) ?? [])).joined(separator: ", ")
    }

    private static func runs(of plan: SyncPlan) -> String {
        plan.frequency.rawValue + (plan.leastInterval == 0 ? "" : ", at most every \(plan.leastInterval) s")
    }

    private static func sources(of plan: SyncPlan) -> String {
        guard let sources = plan.sources else { return "all" }
        return (plan.leavesOutSources ? "all without " : "") + sources.joined(separator: ", ")
    }
}
