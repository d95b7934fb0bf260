import Foundation
import Testing

/// Expects that an object of a response has these members. It may have others.
///
/// - Parameter members: values that `JSONSerialization` can write, such as `NSNull()` for null.
func expect(
    _ object: [String: Any]?, has members: [String: Any], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let found = object?.filter { members[$0.key] != nil } ?? [:]
    // Swift's numbers are not the numbers that JSONSerialization reads.
    let expected = try JSONSerialization.jsonObject(with: JSONSerialization.data(withJSONObject: members))
    #expect(jsonText(found) == jsonText(expected), sourceLocation: sourceLocation)
}

/// Returns a value of JSON as text. Equal values have equal texts.
private func jsonText(_ value: Any) -> String {
    if let object = value as? [String: Any] {
        let members = object.sorted { $0.key < $1.key }.map { "\($0.key): \(jsonText($0.value))" }
        return "{" + members.joined(separator: ", ") + "}"
    }
    if let array = value as? [Any] { return "[" + array.map(jsonText).joined(separator: ", ") + "]" }
    if let text = value as? String { return "\"\(text)\"" }
    if let number = value as? Double { return "\(number)" }
    if let isTrue = value as? Bool { return "\(isTrue)" }
    return value is NSNull ? "null" : "\(value)"
}
