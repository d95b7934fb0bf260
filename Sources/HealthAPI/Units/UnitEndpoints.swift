import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/units`: the units in which the person reads values, for each quantity type.
    @Sendable func getUnits(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getUnits)
        let caller = try await caller(of: presented)
        let person = caller.person
        let units = try await read(caller) {
            try PreferredUnitStore(person: person, session: $0).units()
        }
        return HTTPResponse(json: units.json).tagged
    }

    /// `PUT /v1/units`: `{"units": {TYPE: UNIT or null, …}}`. Null removes the choice for a type.
    /// Types that are not listed keep theirs.
    @Sendable func putUnits(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .putUnits)
        let caller = try await caller(of: presented)
        try caller.requireSettings()
        let person = caller.person
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
    /// The units for every quantity type of the catalogue.
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

    /// Appends two members: the unit in which the person reads the type, and the units that the
    /// person can choose.
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

/// Reads choices of units from clients.
enum UnitFields {
    /// Most types of one request. The catalogue has fewer quantity types.
    static let choicesMax = 500

    /// Reads the choices.
    ///
    /// - Throws: `APIError`, whose message names the first wrong type or unit. Its details list all
    ///   of them.
    static func choices(_ body: JSONValue) throws -> [PreferredUnitStore.Choice] {
        guard body.kind == .object, body.count == 1, let units = body["units"], units.kind == .object else {
            throw APIError(
                .malformedField,
                "the body must be {\"units\": {TYPE: UNIT, …}}, with null to remove a choice", key: "field", "units")
        }
        return try unitChoices(units)
    }

    /// Reads the choices of an object `{TYPE: UNIT or null, …}`.
    ///
    /// - Throws: the same errors as `choices(_:)`.
    static func unitChoices(_ units: JSONValue) throws -> [PreferredUnitStore.Choice] {
        guard units.count <= choicesMax else {
            throw APIError(
                .tooManyRecords, status: .badRequest, "units has more than \(choicesMax) types", key: "field", "units")
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
            first.code, first.message, details: writer.bytes,
            hint: first.hint ?? "nothing was changed; GET /v1/units lists types and units")
    }

    /// The error of one choice.
    private struct Fault: Error {
        var code: ErrorCode
        /// The type as sent. A long text is cut.
        var type: String
        var unit: String?
        var message: String
        var hint: String?

        var field: String { "units." + type }

        func append(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("type", type)
                writer.member("unit", unit)
                writer.member("code", code.rawValue)
                writer.member("message", message)
            }
        }
    }

    private static func choice(
        _ name: String, _ value: JSONValue, among known: [PreferredUnitStore.Choice]
    ) throws(Fault) -> PreferredUnitStore.Choice {
        let sent = value.string
        func fault(_ code: ErrorCode, _ message: String, hint: String? = nil) -> Fault {
            Fault(
                code: code, type: String(name.prefix(64)), unit: sent.map { String($0.prefix(64)) }, message: message,
                hint: hint)
        }
        guard let type = Catalogue.sampleType(named: name) else {
            throw fault(.unknownType, "there is no sample type \"\(name.prefix(64))\"")
        }
        guard let canonical = type.canonicalUnit else {
            throw fault(
                .wrongKind,
                "\(type.shortName) is not a quantity type; only quantity types have units")
        }
        guard !known.contains(where: { $0.type == type }) else {
            throw fault(.repeatedParameter, "\(type.shortName) is repeated")
        }
        if value.isNull { return PreferredUnitStore.Choice(type: type, unit: nil) }
        guard let sent else {
            throw fault(
                .malformedField, "the unit of \(type.shortName) must be a text, or null")
        }
        do throws(ParameterError) {
            let unit = try UnitParameter.unit(sent, of: type)
            do { return PreferredUnitStore.Choice(type: type, unit: try TypeUnit(unit, canonical: canonical)) } catch {
                throw ParameterError(
                    .incompatibleUnit, "unit",
                    "unit \"\(sent.prefix(64))\" cannot be chosen for \(type.shortName), because its values are levels",
                    hint: "the unit of \(type.shortName) is \(canonical)")
            }
        } catch {
            throw fault(ErrorCode(error.code), error.message, hint: error.hint)
        }
    }
}
