import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/types`: the catalogue, and every other type that a sample has named.
    @Sendable func getTypes(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, known: ["hasSamples"])
        let onlyWithSamples = try ParameterText.flag(query["hasSamples"], "hasSamples")
        let person = try await person(of: token)
        let (types, units) = try await pool.withSession(for: person) { session in
            (
                try SampleTypeReader.list(for: person, session),
                try PreferredUnitStore(person: person, session: session).units()
            )
        }
        var writer = JSONWriter(capacity: 1 << 17)
        writer.object { writer in
            writer.key("types")
            writer.array { writer in
                for type in types where type.hasSamples || !onlyWithSamples {
                    writer.object { writer in type.append(units, to: &writer) }
                }
            }
            writer.key("groups")
            writer.array { writer in
                for group in Catalogue.typeGroups {
                    writer.object { writer in
                        writer.member("name", group.name)
                        writer.member("displayName", group.displayName)
                        writer.member("color", group.color)
                    }
                }
            }
        }
        return HTTPResponse(json: writer)
    }
}

extension SampleTypeReader.Listed {
    /// The members of a type. One that is in no catalogue has no units: its values are in the units as sent.
    fileprivate func append(_ units: PreferredUnits, to writer: inout JSONWriter) {
        let type = Catalogue.sampleType(named: identifier)
        let group = type?.displayGroup ?? TypeGroup.otherData
        writer.member("identifier", identifier)
        writer.member("shortName", shortName)
        writer.member("displayName", type?.displayName ?? identifier)
        writer.member("group", group)
        writer.member("color", Catalogue.typeGroup(named: group)?.color)
        writer.member("kind", kind)
        writer.member("aggregationStyle", aggregationStyle)
        if let type, type.canonicalUnit != nil { units.appendUnits(of: type, to: &writer) }
        writer.member("hasSamples", hasSamples)
    }
}
