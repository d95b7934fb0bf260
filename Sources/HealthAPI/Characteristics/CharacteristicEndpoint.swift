import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getCharacteristics = Endpoint(
        .get, "/v1/characteristics", "Birth date, blood type and other characteristics",
        notes: "HealthKit's `HKCharacteristicType`, as the newest export or an app sent them.", tag: .characteristics,
        takes: .nothing, gives: .list("characteristics", "The characteristics.", countsRows: true)
    ) { call in
        try await call.read { try CharacteristicReader(person: call.person, session: $0).characteristics() }
    }

    static let patchCharacteristics = Endpoint(
        .patch, "/v1/characteristics", "Stores some characteristics",
        notes: """
            The characteristics that the body does not name stay. A value is a date, a raw value of HealthKit, or \
            the name of its constant. Null means that the person has not set it.
            """,
        tag: .characteristics,
        takes: .json(
            .object(required: [
                "characteristics": .array(
                    of: .object(
                        required: ["type": .string],
                        optional: ["value": Schema.anyOf([.string, .integer(Schema.rawValues)]).orNull]))
            ]),
            example: """
                {"characteristics": [{"type": "dateOfBirth", "value": "1990-02-02"}, \
                {"type": "bloodType", "value": "aPositive"}, {"type": "biologicalSex", "value": 1}]}
                """, bytesMax: CharacteristicFields.bodyBytesMax, CharacteristicFields.values),
        right: .write, gives: .list("characteristics", "The values as they are stored."),
        errors: [.missingField, .malformedDate, .unknownType, .outOfRange]
    ) { call in
        try await call.withSession { session in
            guard try WriteAccess(call.caller, session).mayWrite(elementNamed: "Me") else {
                throw Caller.writeNotGranted("the token may not write the group other at all times")
            }
            try CharacteristicWriter(person: call.person, session: session).write(call.taken)
        }
        return call.taken.sorted { $0.key < $1.key }
            .map { StoredCharacteristic(type: $0.key, value: $0.value.isEmpty ? nil : $0.value) }
    }
}

extension Characteristic: Shaped {
    static let shape = Shape<Self>([
        .member("type", \.identifier), .member("value", \.value),
        .member("rawValue", \.rawValue, as: Schema.integer(Schema.rawValues).orNull),
        .member("valueName", \.valueName),
    ])
}

private struct StoredCharacteristic: Shaped {
    var type: String
    var value: String?

    static let shape = Shape<Self>([.member("type", \.type), .member("value", \.value)])
}

/// Reads characteristics from clients.
private enum CharacteristicFields {
    static let bodyBytesMax = 65_536
    /// The maximum number of characteristics in a request.
    static let countMax = 100

    /// Returns the value of each identifier as exports write it; empty for null.
    static func values(_ body: JSONValue) throws -> [String: String] {
        let list = try SentValue(body).object(["characteristics"])["characteristics"]
        var values: [String: String] = [:]
        try list.elements(max: countMax) { element in
            let sent = try element.object(["type", "value"])
            guard let type = CharacteristicType.named(try sent["type"].text()) else {
                throw sent["type"].error(.unknownType, "is no type of characteristics")
            }
            guard values[type.identifier] == nil else {
                throw APIError.malformed(sent["type"].field, "the type of \(element.field) is repeated")
            }
            values[type.identifier] = try value(sent["value"], of: type)
        }
        return values
    }

    private static func value(_ sent: SentValue, of type: CharacteristicType) throws -> String {
        guard let value = sent.value.present else { return "" }
        if type.isDate {
            guard let date = CivilDate(iso8601: try sent.text()) else {
                throw sent.error(.malformedDate, "must be a date such as 1990-02-02")
            }
            return date.iso8601
        }
        guard type.valueEnum != nil else { return try sent.text() }
        if let number = value.int64 {
            guard let rawValue = Int32(exactly: number) else {
                throw sent.malformed("must be a 32-bit number or the name of a constant")
            }
            // A newer system may have values that the catalogue lacks.
            return type.constant(rawValue) ?? String(rawValue)
        }
        guard let constant = type.constant(named: try sent.text()) else {
            throw sent.malformed("must be a raw value or the name of a constant of \(type.identifier)")
        }
        return constant
    }
}
