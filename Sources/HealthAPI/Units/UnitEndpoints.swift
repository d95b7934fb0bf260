import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getUnits = Endpoint(
        .get, "/v1/units", "The units in which the person reads each quantity type", tag: .units, takes: .nothing,
        gives: .json("The units.", isTagged: true).rows("units")
    ) { call in
        ReadUnits(try await call.read { try PreferredUnitStore(person: call.person, session: $0).units() })
    }

    static let putUnits = Endpoint(
        .put, "/v1/units", "Chooses units for types",
        notes: "Null takes a choice back. Types that are not named keep their unit. \(Right.settingsNeed)", tag: .units,
        takes: .json(
            .object(required: ["units": .map(Schema.string.orNull)]).sent("UnitChoices"),
            example: #"{"units": {"bodyMass": "lb", "heartRate": null}}"#, UnitFields.choices),
        right: .settings, gives: .json("The units.", isTagged: true),
        errors: [.tooManyRecords, .unknownType, .wrongKind, .unknownUnit, .incompatibleUnit, .repeatedParameter]
    ) { call in
        try await call.withSession { session in
            let store = PreferredUnitStore(person: call.person, session: session)
            try store.set(call.taken)
            return ReadUnits(try store.units())
        }
    }
}

/// The units of each quantity type, by identifier.
private struct ReadUnits: Shaped {
    let units: [TypeUnits]

    init(_ chosen: PreferredUnits) {
        units = Catalogue.sampleTypes.filter { $0.kind == .quantity }.sorted { $0.identifier < $1.identifier }
            .map { TypeUnits(type: $0, preferred: chosen) }
    }

    static let shape = Shape<Self>([.member("units", \.units)]).named("Units")
}

/// The units of one quantity type.
struct TypeUnits: Shaped {
    let type: SampleType
    let preferred: PreferredUnits

    static let shape = Shape<Self>([
        .member("type", \.type.identifier), .member("shortName", \.type.shortName), .members(of: \.self, units),
    ])

    static let units = Shape<Self>([
        .member("unit") { $0.preferred[$0.type]?.unitString },
        .member("chosenUnit") { $0.preferred.chosen[$0.type.identifier]?.unitString },
        .member("preferredUnit", \.type.preferredUnit?.unitString),
        .member("canonicalUnit", \.type.canonicalUnit?.unitString),
        .member("units") { $0.type.units.map(\.unit.unitString) },
    ])
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
            throw APIError.malformed(
                "units", "the body must be {\"units\": {TYPE: UNIT, …}}, with null to remove a choice")
        }
        return try unitChoices(units)
    }

    /// Reads the choices of an object `{TYPE: UNIT or null, …}`.
    ///
    /// - Throws: the same errors as `choices(_:)`.
    static func unitChoices(_ units: JSONValue) throws -> [PreferredUnitStore.Choice] {
        guard units.count <= choicesMax else {
            throw APIError.tooMany("units", "units has more than \(choicesMax) types")
        }
        var choices: [PreferredUnitStore.Choice] = []
        var faults: [Fault] = []
        units.forEachMember { name, value in
            do throws(APIError) { choices.append(try choice(name, value, among: choices)) } catch {
                faults.append(Fault(type: String(name.prefix(64)), unit: value.string?.prefix(64), error: error))
            }
        }
        guard let first = faults.first else { return choices }
        throw APIError(
            first.error.code, first.error.message, details: ["field": "units." + first.type, "errors": faults],
            hint: first.error.hint ?? "nothing was changed; GET /v1/units lists types and units")
    }

    /// The error of one choice. A long type or unit is cut.
    private struct Fault: Shaped {
        var type: String
        var unit: Substring?
        var error: APIError

        static let shape = Shape<Self>([
            .member("type", \.type), .member("unit") { $0.unit.map { String($0) } },
            .member("code", \.error.code.rawValue), .member("message", \.error.message),
        ])
    }

    private static func choice(
        _ name: String, _ value: JSONValue, among known: [PreferredUnitStore.Choice]
    ) throws(APIError) -> PreferredUnitStore.Choice {
        guard let type = Catalogue.sampleType(named: name) else {
            throw APIError(.unknownType, "there is no sample type \"\(name.prefix(64))\"")
        }
        guard let canonical = type.canonicalUnit else {
            throw APIError(
                .wrongKind,
                "\(type.shortName) is not a quantity type; only quantity types have units")
        }
        guard !known.contains(where: { $0.type == type }) else {
            throw APIError(.repeatedParameter, "\(type.shortName) is repeated")
        }
        if value.isNull { return PreferredUnitStore.Choice(type: type, unit: nil) }
        guard let sent = value.string else {
            throw APIError(
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
            throw APIError(ErrorCode(error.code), error.message, hint: error.hint)
        }
    }
}
