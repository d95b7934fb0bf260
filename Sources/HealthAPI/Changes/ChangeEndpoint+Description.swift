import HealthDatabase

extension Endpoint {
    static let getChanges = Endpoint(
        .get, "/v1/changes", "What changed since an anchor",
        notes: """
            HealthKit's `HKAnchoredObjectQuery`: each sample, deletion and preference once, at the position of its latest change. \
            Values are in canonical units. A page ends before the change with which it would be longer than 16 MiB.
            """,
        tag: .changes,
        parameters: [
            changedTypes,
            Parameter(
                name: "anchor", schema: .string,
                meaning: "The `anchor` of the page before; without it the feed is read from its beginning.",
                example: "", errors: [.malformedAnchor, .foreignAnchor, .anchorExpired]),
            .limit(ChangeReader.limitMax, default: ChangeReader.limitDefault, of: "changes"),
        ],
        answers: [
            .ok(
                "A page of changes.",
                .json(
                    .object(required: [
                        "changes": .array(of: .change), "anchor": .string,
                        "hasMore": Schema.boolean.described("Whether the next page has changes already."),
                    ])))
        ], handler: HealthService.getChanges)

    static let getChangeStream = Endpoint(
        .get, "/v1/changes/stream", "Tells of changes as they happen",
        notes: """
            Server-sent events: `types` with the types that may have changed (HealthKit's `HKObserverQuery`), or with \
            `changes=true` an event `change` for each change (an `HKAnchoredObjectQuery` with an update handler). An event \
            `error` has an error object and ends the stream.
            """,
        tag: .changes,
        parameters: [
            changedTypes,
            Parameter(
                name: "changes", schema: .flag, meaning: "Whether events carry the changes themselves.", example: "true"
            ),
            Parameter(
                name: "anchor", schema: .string,
                meaning:
                    "Where to begin: an anchor with `changes=true`, else the position of an event. Without it, now or the beginning.",
                example: "", errors: [.malformedAnchor, .foreignAnchor, .anchorExpired]),
            Parameter(
                name: "Last-Event-ID", location: .header, schema: .string,
                meaning: "The `id` of the last event that the client has; it goes before `anchor`.", example: ""),
        ],
        answers: [.ok("Events until the client leaves.", .events)], errors: [.tooManyStreams],
        handler: HealthService.getChangeStream)

    private static let changedTypes = Parameter(
        name: "types", schema: .string(pattern: "^[^,]+(,[^,]+)*$"),
        meaning: "At most \(ChangeReader.typesMax) names of types, separated by commas; without it all types.",
        example: "stepCount", errors: [.unknownType, .outOfRange])
}

extension Schema {
    private static var position: Schema.Members {
        ["position": Schema.integer.described("Missing for a token that may not read everything.")]
    }

    fileprivate static let change = Schema.named(
        "Change",
        .anyOf([
            .object(required: ["change": .choice(["saved"]), "sample": .sample], optional: position),
            .object(
                required: [
                    "change": .choice(["deleted"]), "uuid": .uuid, "type": Schema.string.orNull, "deletedAt": .time,
                ], optional: position),
            .object(
                required: ["change": .choice(["element"]), "uuid": .uuid, "name": .string, "element": .any],
                optional: position),
            .object(
                required: ["change": .choice(["preference"]), "preference": .string, "type": Schema.string.orNull],
                optional: position),
        ]))
}
