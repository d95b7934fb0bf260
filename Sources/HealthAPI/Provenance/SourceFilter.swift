import HealthCore
import HealthDatabase
import Postgres

/// The repeatable parameter `source`: the sources whose samples a request is about. It corresponds
/// to HealthKit's `predicateForObjects(from:)`.
struct SourceFilter: Sendable {
    private let wanted: [WantedSource]

    init(_ query: RequestParameters) {
        wanted = query.all(EndpointParameter.source.name).map { text in
            // "+1" is a name.
            let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            return (isNumber ? Int32(text) : nil).map(WantedSource.id) ?? .name(text)
        }
    }

    /// Returns the ids of the named sources. If several sources have a name, all of them are meant.
    /// Returns nil if the request names no source.
    ///
    /// - Throws: `ParameterError` if the person has no such source with samples that the caller may
    ///   read; `PostgresError`.
    func ids(of person: Person, _ session: Session) throws -> Set<Int32>? {
        guard !wanted.isEmpty else { return nil }
        let sources = try SourceReader(person: person, session: session).sources()
        return Set(try wanted.flatMap { try SourceFilter.ids(of: $0, among: sources) })
    }

    private static func ids(of wanted: WantedSource, among sources: [Source]) throws(ParameterError) -> [Int32] {
        let found = wanted.matches(among: sources)
        guard !found.isEmpty else {
            throw ParameterError(
                .outOfRange, EndpointParameter.source.name, "the person has no such source",
                hint: "GET /v1/sources lists them")
        }
        return found.map { $0.joinedTo ?? $0.id }
    }
}

extension EndpointParameter {
    static let source = EndpointParameter(
        name: "source", schema: .array(of: .string), isRepeatable: true,
        meaning: "A source, by id or name; samples of the others are left out.", example: "Ada’s iPhone",
        errors: [.outOfRange])
}
