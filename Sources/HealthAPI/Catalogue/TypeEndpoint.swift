import HTTPServer
import HealthCore
import HealthDatabase

extension Endpoint {
    static let getTypes = Endpoint(
        .get, "/v1/types", "The sample types",
        notes:
            "The catalogue with names, groups and colours of the Health app and units, and other types of samples of the person.",
        tag: .types,
        parameters: [
            EndpointParameter(
                name: "hasSamples", schema: .flag, meaning: "Whether only types with samples of the person are listed.",
                example: "true")
        ],
        takes: .parameters { try ParameterText.flag($0["hasSamples"], "hasSamples") },
        gives: .json("The types and their groups.").rows { $0.rows($1) }
    ) { call in
        try await call.read { session in
            let types = try SampleTypeReader.list(for: call.person, session)
            let units = try PreferredUnitStore(person: call.person, session: session).units()
            return TypeResponse(types.filter { $0.hasSamples || !call.taken }, units)
        }
    }.asTool(
        Tool(
            name: "types", title: "Types of health data",
            text: """
                The types of samples that the person has and that this token may read, with names, groups and units. \
                hasSamples=false lists all types. Types with an aggregationStyle can be asked with statistics: cumulative has \
                sums, category has counts and durations, any other has averages, minima and maxima.
                """,
            defaults: ["hasSamples": "true"],
            omits: ["color", "groups", "canonicalUnit", "preferredUnit", "units", "chosenUnit", "hasSamples"]))
}
