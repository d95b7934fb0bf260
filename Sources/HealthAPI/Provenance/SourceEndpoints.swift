import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getSources = Endpoint(
        .get, "/v1/sources", "The sources of the person", tag: .sources, takes: .nothing,
        gives: .list("sources", "The sources.")
    ) { call in
        try await call.read { try SourceReader(person: call.person, session: $0).sources() }
    }

    static let putSource = Endpoint(
        .put, "/v1/sources/{id}", "Joins a source to another, or separates it",
        notes: """
            An app or a device that was renamed is one source under two names. A joined source counts, ranks and is recognised \
            as the other one. Of samples that both have, one stays. `null` separates the sources, and what was removed comes \
            back, for \(ImportUndo.daysKept) days at least. \(Right.settingsNeed)
            """,
        tag: .sources,
        parameters: [
            EndpointParameter(
                name: "id", location: .path, schema: .sourceID, isRequired: true, meaning: "The id of the source.",
                example: "1", errors: [.unknownSource])
        ],
        takes: .json(
            .object(required: [
                "joinedTo": Schema.anyOf([.sourceID, .string]).orNull.described(
                    "The source that this one is another name of, by id or name.")
            ]).sent("JoinedSource"), example: #"{"joinedTo": "Mia’s Ultra"}"#, parameters: { $0["id"] ?? "" }
        ) {
            try WantedSource.target($1)
        },
        right: .settings, gives: .json("The source."),
        errors: [.unknownSource, .ambiguousSource, .sourceNotJoinable]
    ) { call in
        let (id, target) = call.taken
        return try await call.withSession { session in
            let reader = SourceReader(person: call.person, session: session)
            let known = try reader.sources()
            guard let source = known.first(where: { String($0.publicID) == id }) else {
                throw APIError(
                    .unknownSource, status: .notFound, "the person has no such source",
                    hint: "GET /v1/sources lists the sources")
            }
            let join = SourceJoin(person: call.person, session: session)
            if let target {
                try join.join(source.id, to: target.id(in: "joinedTo", among: known))
            } else {
                try join.separate(source.id)
            }
            return try reader.sources().first { $0.id == source.id } ?? source
        }
    }

    static let getSourcePriority = Endpoint(
        .get, "/v1/sources/priority", "The order of sources for one type",
        notes: "Data Sources & Access of the Health app: where samples overlap, the first source counts.",
        tag: .sources, parameters: [.type.required], takes: .parameters(type),
        gives: .json("The order.").rows("sources")
    ) { call in
        try await call.sourceOrder(of: call.taken)
    }

    static let putSourcePriority = Endpoint(
        .put, "/v1/sources/priority", "Sets the order of sources for one type",
        notes: """
            Ids or names of sources, the highest first. Sources that are left out follow in the default order; an empty list \
            restores it. \(Right.settingsNeed)
            """,
        tag: .sources, parameters: [.type.required],
        takes: .json(
            .object(required: ["sources": .array(of: .anyOf([.sourceID, .string]))]).sent("SourcePriority"),
            example: #"{"sources": ["Ada’s iPhone"]}"#, parameters: type
        ) { try WantedSource.list($1) },
        right: .settings, gives: .json("The order."),
        errors: [.tooManyRecords, .unknownSource, .ambiguousSource, .repeatedSource]
    ) { call in
        let (type, wanted) = call.taken
        try await call.withSession { session in
            try session.transaction {
                let reader = SourceReader(person: call.person, session: session)
                let ids = try WantedSource.ids(of: wanted, among: try reader.sources())
                guard let typeID = try SampleTypeReader.id(of: type.identifier, session) else {
                    throw ParameterError(.unknownType, "type", "type is not a sample type of the store")
                }
                try reader.setOrder(ids, sampleTypeID: typeID)
            }
        }
        return try await call.sourceOrder(of: type)
    }

    @Sendable private static func type(_ parameters: RequestParameters) throws(ParameterError) -> SampleType {
        let name = try ParameterText.required(parameters["type"], "type")
        guard let type = Catalogue.sampleType(named: name) else {
            throw ParameterError(
                .unknownType, "type", "type is not a sample type of the store", hint: "GET /v1/types lists the types")
        }
        return type
    }
}

extension Call {
    /// Reads the order of the sources that the caller may read. A source that is another name of
    /// one is left out.
    fileprivate func sourceOrder(of type: SampleType) async throws -> SourceOrder {
        try await read { session in
            let typeID = try SampleTypeReader.id(of: type.identifier, session) ?? 0
            let reader = SourceReader(person: person, session: session)
            let seen = Set(try reader.sources().filter { $0.joinedTo == nil }.map(\.id))
            return SourceOrder(
                type: type.identifier,
                sources: try reader.order(sampleTypeID: typeID).filter { seen.contains($0.source.id) }
                    .map { RankedSource(source: $0.source, isExplicit: $0.isExplicit) })
        }
    }
}

private struct SourceOrder: Shaped {
    var type: String
    var sources: [RankedSource]

    static let shape = Shape<Self>([.member("type", \.type), .member("sources", \.sources)]).named("SourceOrder")
}

private struct RankedSource: Shaped {
    var source: Source
    var isExplicit: Bool

    static let shape = Shape<Self>([
        .members(of: \.source, Source.names),
        .member("isExplicit", \.isExplicit, "Whether the person placed the source."),
    ])
}

extension Source: Shaped {
    static let shape = Shape<Self>([
        .members(of: \.self, names),
        .optional("joinedTo", \.joinedTo, as: .sourceID, "The source that this one is another name of."),
        .optional(
            "joinedByImport", \.joinedByImport, as: .integer(1...Int64(Int32.max)), "The import that joined it."),
    ]).named("Source")

    /// What each answer has of a source.
    static let names = Shape<Self>([
        .member("id", \.publicID, as: .sourceID), .member("name", \.name),
        .member("bundleIdentifier", \.bundleIdentifier), .member("wasUserEntered", \.wasUserEntered),
        .member("class", \.sourceClass),
    ])
}

extension SourceClass: JSONWritable {}

/// A source as a client names it.
enum WantedSource: Sendable {
    case id(Int32)
    case name(String)

    /// Most sources in one request.
    static let sourcesMax = 10_000

    static func list(_ body: JSONValue) throws -> [WantedSource] {
        guard body.kind == .object, let array = body["sources"], array.kind == .array,
            body.count == 1
        else {
            throw APIError.malformed("sources", "the body must be {\"sources\": [id or name, …]}")
        }
        guard array.count <= sourcesMax else {
            throw APIError.tooMany("sources", "sources has more than \(sourcesMax) elements")
        }
        return try SentValue(value: array, field: "sources").elements(max: sourcesMax) { try WantedSource($0) }
    }

    /// Reads `{"joinedTo": id, name or null}`.
    static func target(_ body: JSONValue) throws -> WantedSource? {
        guard body.kind == .object, body.count == 1, let value = body["joinedTo"] else {
            throw APIError.malformed("joinedTo", "the body must be {\"joinedTo\": id, name or null}")
        }
        return value.kind == .null ? nil : try WantedSource(SentValue(value: value, field: "joinedTo"))
    }

    private init(_ sent: SentValue) throws {
        let value = try sent.required()
        if let id = value.int64, let id = Int32(exactly: id) {
            self = .id(id)
        } else if let name = value.string {
            self = .name(name)
        } else {
            throw sent.malformed("must be the id or the name of a source")
        }
    }

    /// Returns the ids of the named sources. A joined source stands for the one it is joined to.
    ///
    /// - Throws: `APIError` for a name that no source or several sources have, and for a repeated
    ///   source.
    static func ids(of wanted: [WantedSource], among sources: [Source]) throws -> [Int32] {
        try wanted.enumerated().reduce(into: []) { ids, wanted in
            let field = "sources[\(wanted.offset)]"
            let id = try wanted.element.id(in: field, among: sources)
            guard !ids.contains(id) else {
                throw APIError.ofField(.repeatedSource, field, "\(field) repeats a source")
            }
            ids.append(id)
        }
    }

    /// Returns the id of a named source. A joined source stands for the one it is joined to.
    ///
    /// - Throws: `APIError` for a name that no source or several sources have.
    func id(in field: String, among sources: [Source]) throws -> Int32 {
        let namesakes = matches(among: sources)
        // The source of data entered by hand has the same name as the app. A name without further
        // details means the app's source.
        let measured = namesakes.filter { !$0.wasUserEntered }
        let found = if case .name = self, !measured.isEmpty { measured } else { namesakes }
        guard let source = found.first else {
            throw APIError.ofField(
                .unknownSource, field, "\(field) is not a source of the person",
                hint: "GET /v1/sources lists the sources")
        }
        guard found.count == 1 else {
            throw APIError.ofField(
                .ambiguousSource, field, "\(field) is the name of several sources", hint: "use the id of the source")
        }
        return source.joinedTo ?? source.id
    }

    /// Returns the sources with this id or name.
    func matches(among sources: [Source]) -> [Source] {
        switch self {
        case .id(let id): return sources.filter { $0.publicID == id }
        case .name(let name):
            let normalized = SourceRevision.normalized(name)
            return sources.filter { SourceRevision.normalized($0.name) == normalized }
        }
    }
}
