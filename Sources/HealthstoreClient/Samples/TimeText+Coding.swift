import Foundation

// The functions below give times and uuids the service's form in every Codable type of this module,
// with any encoder and decoder. A function for one type takes precedence over the generic one of
// the standard library, also in the code that the compiler makes for a Codable type. A strategy of
// an encoder would have to be set wherever a record is written.

extension KeyedDecodingContainer {
    func decode(_ type: Date.Type, forKey key: Key) throws -> Date {
        guard let date = TimeText.date(try decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no time of RFC 3339")
        }
        return date
    }

    func decodeIfPresent(_ type: Date.Type, forKey key: Key) throws -> Date? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ date: Date, forKey key: Key) throws {
        guard let text = TimeText.text(of: date) else {
            throw EncodingError.invalidValue(
                date, .init(codingPath: codingPath + [key], debugDescription: "outside of the years 1 to 9999"))
        }
        try encode(text, forKey: key)
    }

    mutating func encodeIfPresent(_ date: Date?, forKey key: Key) throws {
        if let date { try encode(date, forKey: key) }
    }

    mutating func encode(_ uuid: UUID, forKey key: Key) throws {
        try encode(uuid.uuidString.lowercased(), forKey: key)
    }
    mutating func encodeIfPresent(_ uuid: UUID?, forKey key: Key) throws {
        if let uuid { try encode(uuid, forKey: key) }
    }
}
