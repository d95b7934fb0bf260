import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/units`: the units in which the person reads values, type by type.
    @Sendable func getUnits(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, known: [])
        let person = try await person(of: token)
        let units = try await pool.withSession(for: person) {
            try PreferredUnitStore(person: person, session: $0).units()
        }
        return HTTPResponse(json: units.json).tagged
    }

    /// `PUT /v1/units`: `{"units": {TYPE: UNIT or null, …}}`. Null takes a choice back; types that are not named keep theirs.
    @Sendable func putUnits(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, known: [])
        let person = try await person(of: token)
        let choices = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), UnitFields.choices)
        let units = try await pool.withSession(for: person) { session in
            let store = PreferredUnitStore(person: person, session: session)
            try store.set(choices)
            return try store.units()
        }
        return HTTPResponse(json: units.json).tagged
    }
}

extension PreferredUnits {
    /// Every quantity type of the catalogue.
    fileprivate var json: JSONWriter {
        let types = Catalogue.sampleTypes.filter { $0.kind == .quantity }.sorted { $0.identifier < $1.identifier }
        var writer = JSONWriter(capacity: 256 + types.count * 256)
        writer.object { writer in
            writer.key("units")
            writer.array { writer in
                for type in types {
                    writer.object { writer in
                        writer.member("type", type.identifier)
                        writer.member("shortName", type.shortName)
                        appendUnits(of: type, to: &writer)
                    }
                }
            }
        }
        return writer
    }

    /// The members that say in which units a type is read and can be read.
    func appendUnits(of type: SampleType, to writer: inout JSONWriter) {
        writer.member("unit", self[type]?.unitString)
        writer.member("chosenUnit", chosen[type.identifier]?.unitString)
        writer.member("preferredUnit", type.preferredUnit?.unitString)
        writer.member("canonicalUnit", type.canonicalUnit?.unitString)
        writer.key("units")
        writer.array { writer in
            for unit in type.units { writer.value(unit.unit.unitString) }
        }
    }
}

/// Reads choices of units as clients send them.
enum UnitFields {
    /// Most types of one request; the catalogue has fewer quantity types.
    static let choicesMax = 500

    /// - Throws: `APIError`, which names the type and the unit that are wrong first, and lists all of them in its details.
    static func choices(_ body: JSONValue) throws -> [PreferredUnitStore.Choice] {
        guard body.kind == .object, body.count == 1, let units = body["units"], units.kind == .object else {
            throw APIError(
                .badRequest, Refusal.Code.malformedField.rawValue,
                "the body must be {\"units\": {TYPE: UNIT, …}}, with null to take a choice back", key: "field", "units")
        }
        guard units.count <= choicesMax else {
            throw APIError(
                .badRequest, "too_many_records", "units may name at most \(choicesMax) types", key: "field", "units")
        }
        var choices: [PreferredUnitStore.Choice] = []
        var faults: [Fault] = []
        units.forEachMember { name, value in
            do throws(Fault) { choices.append(try choice(name, value, among: choices)) } catch { faults.append(error) }
        }
        guard let first = faults.first else { return choices }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("field", first.field)
            writer.key("errors")
            writer.array { writer in
                for fault in faults { fault.append(to: &writer) }
            }
        }
        throw APIError(
            .badRequest, first.code, first.message, details: writer.bytes,
            hint: first.hint ?? "nothing was changed; GET /v1/units lists types and units")
    }

    /// What is wrong with one choice.
    private struct Fault: Error {
        var code: String
        /// As sent; a long text is cut.
        var type: String
        var unit: String?
        var message: String
        var hint: String?

        var field: String { "units." + type }

        func append(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("type", type)
                writer.member("unit", unit)
                writer.member("code", code)
                writer.member("message", message)
            }
        }
    }

    private static func choice(
        _ name: String, _ value: JSONValue, among known: [PreferredUnitStore.Choice]
    ) throws(Fault) -> PreferredUnitStore.Choice {
        let sent = value.string
        func fault(_ code: String, _ message: String, hint: String? = nil) -> Fault {
            Fault(
                code: code, type: String(name.prefix(64)), unit: sent.map { String($0.prefix(64)) }, message: message,
                hint: hint)
        }
        guard let type = Catalogue.sampleType(named: name) else {
            throw fault(ParameterError.Code.unknownType.rawValue, "there is no sample type \"\(name.prefix(64))\"")
        }
        guard let canonical = type.canonicalUnit else {
            throw fault(
                ParameterError.Code.wrongKind.rawValue,
                "\(type.shortName) is a \(type.kind.rawValue) type; only quantity types have units")
        }
        guard !known.contains(where: { $0.type == type }) else {
            throw fault(ParameterError.Code.repeated.rawValue, "\(type.shortName) is named more than once")
        }
        if value.isNull { return PreferredUnitStore.Choice(type: type, unit: nil) }
        guard let sent else {
            throw fault(
                Refusal.Code.malformedField.rawValue, "the unit of \(type.shortName) must be a text, or null")
        }
        do throws(ParameterError) {
            let unit = try UnitParameter.unit(sent, of: type)
            do { return PreferredUnitStore.Choice(type: type, unit: try TypeUnit(unit, canonical: canonical)) } catch {
                throw ParameterError(
                    .incompatibleUnit, "unit",
                    "unit \"\(sent.prefix(64))\" cannot be chosen for \(type.shortName), whose values are levels",
                    hint: "units of \(type.shortName): \(canonical)")
            }
        } catch {
            throw fault(error.code.rawValue, error.message, hint: error.hint)
        }
    }
}
