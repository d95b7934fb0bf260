import HealthDatabase

extension Endpoint {
    static let getSources = Endpoint(
        method: .get, template: "/v1/sources", summary: "The sources of the person", tag: .sources,
        answers: [.ok("The sources.", .json(.object(required: ["sources": .array(of: .source)])))],
        handler: HealthService.getSources)

    static let putSource = Endpoint(
        method: .put, template: "/v1/sources/{id}", summary: "Joins a source to another, or separates it",
        notes: """
            An app or a device that was renamed is one source under two names. A joined source counts, ranks and is recognised \
            as the other one. Of samples that both have, one stays. `null` separates the sources, and what was removed comes \
            back, for \(ImportUndo.daysKept) days at least. Needs the rights to manage and to read everything.
            """,
        tag: .sources,
        parameters: [
            Parameter(
                name: "id", location: .path, schema: .sourceID, isRequired: true, meaning: "The id of the source.",
                example: "1", errors: [.unknownSource])
        ],
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "JoinedSource",
                        schema: .object(required: [
                            "joinedTo": Schema.anyOf([.sourceID, .string]).orNull.described(
                                "The source that this one is another name of, by id or name.")
                        ]), isSent: true)),
                example: #"{"joinedTo": "Mia’s Ultra"}"#)
        ]), answers: [.ok("The source.", .json(.source))],
        errors: [
            .manageNotGranted, .malformedJSON, .malformedField, .unknownSource, .ambiguousSource, .sourceNotJoinable,
        ], handler: HealthService.putSource)

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
