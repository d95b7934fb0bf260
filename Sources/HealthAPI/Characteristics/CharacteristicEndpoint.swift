import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/characteristics`: the values of HealthKit's `HKCharacteristicType`s, as the newest
    /// export or an app sent them.
    @Sendable func getCharacteristics(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getCharacteristics)
        let caller = try await caller(of: presented)
        let person = caller.person
        let characteristics = try await read(caller) {
            try CharacteristicReader(person: person, session: $0).characteristics()
        }
        return HealthService.response(characteristics)
    }

    /// `PATCH /v1/characteristics`: replaces the characteristics that the body names.
    @Sendable func patchCharacteristics(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .patchCharacteristics)
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let values = try JSONParser(bytesMax: CharacteristicFields.bodyBytesMax).parse(try await request.decodedBody())
        {
            try CharacteristicFields.values($0)
        }
        try await pool.withSession(for: person) { session in
            guard try WriteAccess(caller, session).mayWrite(elementNamed: "Me") else {
                throw Caller.writeNotGranted("the token may not write the group other at all times")
            }
            try CharacteristicWriter(person: person, session: session).write(values)
        }
        var writer = JSONWriter(capacity: 1_024)
        writer.object { writer in
            writer.key("characteristics")
            writer.array { writer in
                for (type, value) in values.sorted(by: { $0.key < $1.key }) {
                    writer.object { writer in
                        writer.member("type", type)
                        writer.member("value", value.isEmpty ? nil : value)
                    }
                }
            }
        }
        return HTTPResponse(json: writer)
    }

    private static func response(_ characteristics: [Characteristic]) -> HTTPResponse {
        var writer = JSONWriter(capacity: 1_024)
        writer.object { writer in
            writer.key("characteristics")
            writer.array { writer in
                for characteristic in characteristics {
                    writer.object { writer in
                        writer.member("type", characteristic.identifier)
                        writer.member("value", characteristic.value)
                        writer.member("rawValue", characteristic.rawValue.map { Int($0) })
                        writer.member("valueName", characteristic.valueName)
                    }
                }
            }
        }
        writer.rowCount = characteristics.count
        return HTTPResponse(json: writer)
    }
}

/// Reads characteristics from clients.
private enum CharacteristicFields {
    static let bodyBytesMax = 65_536
    /// The maximum number of characteristics in a request.
    static let countMax = 100

    /// Returns the value of each identifier as exports write it; empty for null.
    static func values(_ body: JSONValue) throws -> [String: String] {
        let members = try BodyReader.members(body, "", known: ["characteristics"])
        guard let list = members["characteristics"] else { throw BodyReader.missing("characteristics") }
        var values: [String: String] = [:]
        try BodyReader.elements(list, "characteristics", max: countMax) { element, field in
            let members = try BodyReader.members(element, field, known: ["type", "value"])
            let typeField = BodyReader.path(field, "type")
            let name = try BodyReader.text(members["type"], typeField)
            guard let type = CharacteristicType.named(name) else {
                throw BodyReader.error(.unknownType, typeField, "\(typeField) is no type of characteristics")
            }
            guard values[type.identifier] == nil else {
                throw BodyReader.malformed(typeField, "the type of \(field) is repeated")
            }
            values[type.identifier] = try value(members["value"], of: type, BodyReader.path(field, "value"))
        }
        return values
    }

    private static func value(_ value: JSONValue?, of type: CharacteristicType, _ field: String) throws -> String {
        guard let value, !value.isNull else { return "" }
        if type.isDate {
            guard let date = CivilDate(iso8601: try BodyReader.text(value, field)) else {
                throw BodyReader.error(.malformedDate, field, "\(field) must be a date such as 1990-02-02")
            }
            return date.iso8601
        }
        guard type.valueEnum != nil else { return try BodyReader.text(value, field) }
        if let number = value.int64 {
            guard let rawValue = Int32(exactly: number) else {
                throw BodyReader.malformed(field, "\(field) must be a 32-bit number or the name of a constant")
            }
            // A newer system may have values that the catalogue lacks.
            return type.constant(rawValue) ?? String(rawValue)
        }
        guard let constant = type.constant(named: try BodyReader.text(value, field)) else {
            throw BodyReader.malformed(
                field, "\(field) must be a raw value or the name of a constant of \(type.identifier)")
        }
        return constant
    }
}
