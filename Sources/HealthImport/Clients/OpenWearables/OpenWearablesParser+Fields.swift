import Foundation
import HealthCore
import JSON

/// Reads the members that all records of the SDK have: times, ids, sources, metadata.
extension OpenWearablesParser {
    /// Returns a sample without content and without parts.
    mutating func sample(_ object: JSONValue, type: Int32) throws(Refusal) -> Sample {
        let start = try instant(object["startDate"], "startDate")
        let end = try instant(object["endDate"].present ?? object["startDate"], "endDate")
        guard start <= end else { throw Refusal(.endBeforeStart, field: "endDate", "endDate is before startDate") }
        let (source, device) = try reference(source(of: object))
        if let offset = object.text("zoneOffset") { parsed.batch.clockOffsets.note(offset, at: start) }
        return Sample(
            uuid: uuid(object), type: type, sourceRevision: source, device: device, start: start, end: end,
            content: .other, metadata: OpenWearablesParser.metadata(object))
    }

    /// Returns HealthKit's uuid if the record has it. Otherwise makes a uuid from another id. For a
    /// record without an id, makes it from the fields that tell records apart. So a record that is
    /// sent again has the same uuid.
    ///
    /// Two equal records without ids in one body also have the same uuid. They look like one record
    /// that was sent twice. HealthKit's own records always have ids.
    func uuid(_ object: JSONValue) -> UUID {
        let id = [object["id"], object["uuid"]].lazy.compactMap { $0.present }.compactMap(OpenWearablesParser.id)
            .first
        if let id { return UUID(text: id) ?? identity.uuid([OpenWearablesParser.detailKey, provider, id]) }
        let source = source(of: object).revision
        let fields = ["type", "stage", "value", "unit"].map {
            object[$0].present.map { String(decoding: $0.minified, as: UTF8.self) }
        }
        let times = ["startDate", "endDate"].map { name in
            object[name]?.string.map { text in Instant(rfc3339: text).map { "\($0.microseconds)" } ?? text }
        }
        return identity.uuid(
            [OpenWearablesParser.detailKey, provider, source.name, source.bundleIdentifier ?? ""]
                + (fields + times).map { $0 ?? "" })
    }

    /// Returns an id, which is a text that is not empty, or a number.
    private static func id(_ value: JSONValue) -> String? {
        switch value.kind {
        case .string: value.string.flatMap { $0.isEmpty ? nil : $0 }
        case .number: String(decoding: value.minified, as: UTF8.self)
        default: nil
        }
    }

    func instant(_ value: JSONValue?, _ field: String) throws(Refusal) -> Instant {
        guard let value = value.present else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw Refusal(
                .malformedDate, field: field, "\(field) must be a time of RFC 3339 such as 2024-05-01T10:00:00Z")
        }
        return instant
    }

    mutating func reference(_ source: OpenWearablesSource) throws(Refusal) -> (source: Int32, device: Int32?) {
        var device: Int32?
        if let named = source.device { device = try references.device(named) }
        return (try references.sourceRevision(source.revision), device)
    }

    func source(of object: JSONValue) -> OpenWearablesSource {
        OpenWearablesSource(
            object.present("source"), provider: provider, wasUserEntered: OpenWearablesParser.wasUserEntered(object))
    }

    /// Reads `HKWasUserEntered`. The SDK sends the value as Swift's `description` prints it.
    private static func wasUserEntered(_ object: JSONValue) -> Bool {
        var flag: JSONValue?
        forEachMetadata(of: object) { key, value in
            if key == "HKWasUserEntered" { flag = value }
        }
        guard let flag else { return false }
        return flag.bool ?? (flag.int64 == 1 || ["1", "true"].contains(flag.string ?? ""))
    }

    /// Calls `body` with each key and value of the metadata, which are an object or a list of
    /// `{key, value}`.
    ///
    /// - Returns: false for metadata of another form. `body` is then not called.
    @discardableResult
    private static func forEachMetadata(of object: JSONValue, _ body: (String, JSONValue) -> Void) -> Bool {
        guard let metadata = object["metadata"].present else { return true }
        guard metadata.kind != .object else {
            metadata.forEachMember { if !$1.isNull { body($0, $1) } }
            return true
        }
        var pairs: [(String, JSONValue)] = []
        metadata.forEachElement { _, pair in
            if let key = pair.text("key"), let value = pair["value"] { pairs.append((key, value)) }
        }
        guard metadata.kind == .array, pairs.count == metadata.count else { return false }
        for (key, value) in pairs where !value.isNull { body(key, value) }
        return true
    }

    /// Returns the metadata as one JSON object, or an empty array if there are none. Metadata of an
    /// unknown form are stored unchanged under one key.
    static func metadata(_ object: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        var isEmpty = true
        writer.object { writer in
            let isKnown = forEachMetadata(of: object) { key, value in
                isEmpty = false
                writer.key(key)
                writer.value(value)
            }
            if !isKnown, let metadata = object["metadata"] {
                isEmpty = false
                writer.key(detailKey)
                writer.value(metadata)
            }
        }
        return isEmpty ? [] : writer.bytes
    }

    /// Returns the members that have no column. They are stored under a key that HealthKit does not
    /// use.
    func parts(_ object: JSONValue, _ read: Set<String>) -> [UInt8] {
        let names: Set<String> = ["id", "uuid", "startDate", "endDate", "source", "metadata"]
        var unread = names.union(read)
        // An id that is not a uuid is stored, because the sample's uuid does not contain it.
        if object.text("id").map({ UUID(text: $0) == nil }) ?? true { unread.remove("id") }
        let source = source(of: object).rest
        let rest = object.members(except: unread)
        let method = object["source"]?.text("recordingMethod") ?? object["source"]?.text("recording_method")
        guard rest != nil || source != nil || method != nil else { return [] }
        return JSONWriter.object { writer in
            if rest != nil || source != nil {
                writer.key(OpenWearablesParser.detailKey)
                writer.object { writer in
                    object.forEachMember { name, value in
                        guard !value.isNull, !unread.contains(name) else { return }
                        writer.key(name)
                        writer.value(value)
                    }
                    if let source {
                        writer.key("source")
                        writer.raw(source)
                    }
                }
            }
            if let method { writer.member("recordingMethod", method) }
        }
    }
}
