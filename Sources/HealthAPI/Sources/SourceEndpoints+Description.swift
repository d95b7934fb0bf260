extension Endpoint {
    static let getSources = Endpoint(
        method: .get, template: "/v1/sources", summary: "The sources of the person", tag: .sources,
        answers: [.ok("The sources.", .json(.object(required: ["sources": .array(of: .source)])))],
        handler: HealthService.getSources)

    static let getSourcePriority = Endpoint(
        method: .get, template: "/v1/sources/priority", summary: "The order of sources for one type",
        notes: "Data Sources & Access of the Health app: where samples overlap, the first source counts.",
        tag: .sources, parameters: [.type.required], answers: [.ok("The order.", .json(.priority))],
        handler: HealthService.getSourcePriority)

    static let putSourcePriority = Endpoint(
        method: .put, template: "/v1/sources/priority", summary: "Sets the order of sources for one type",
        notes: """
            Ids or names of sources, the highest first. Sources that are left out follow in the default order; an empty list \
            restores it. Needs the rights to manage and to read everything.
            """,
        tag: .sources, parameters: [.type.required],
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "SourcePriority",
                        schema: .object(required: ["sources": .array(of: .anyOf([.sourceID, .string]))]), isSent: true)),
                example: #"{"sources": ["Ada’s iPhone"]}"#)
        ]), answers: [.ok("The order.", .json(.priority))],
        errors: [
            .manageNotGranted,
            .malformedJSON, .malformedField, .tooManyRecords, .unknownSource, .ambiguousSource, .repeatedSource,
        ], handler: HealthService.putSourcePriority)
}

extension Schema {
    fileprivate static let priority = Schema.named(
        "SourceOrder",
        .object(required: [
            "type": .string,
            "sources": .array(
                of: .object(required: [
                    "id": sourceID, "name": .string, "bundleIdentifier": Schema.string.orNull,
                    "wasUserEntered": .boolean, "class": .string,
                    "isExplicit": Schema.boolean.described("Whether the person placed the source."),
                ])),
        ]))
}
