/// The hardware that made a sample: HealthKit's `HKDevice`.
///
/// https://developer.apple.com/documentation/healthkit/hkdevice
public struct Device: Hashable, Sendable {
    public var name: String?
    public var manufacturer: String?
    public var model: String?
    public var hardwareVersion: String?
    public var firmwareVersion: String?
    public var softwareVersion: String?
    public var localIdentifier: String?
    public var udiDeviceIdentifier: String?
    /// `creation date` of newer exports, as printed there; the API of HealthKit has no such field.
    public var creationDate: String?
    /// A description that could not be taken apart, as sent.
    public var unparsed: String?

    public init() {}

    /// Longest accepted description or field, in UTF-8 bytes.
    public static let descriptionBytesMax = 4_000

    /// The keys of an export's description, in the order in which it prints them.
    private static let keys: [(key: String, path: WritableKeyPath<Device, String?> & Sendable)] = [
        ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model), ("hardware", \.hardwareVersion),
        ("firmware", \.firmwareVersion), ("software", \.softwareVersion), ("localIdentifier", \.localIdentifier),
        ("UDIDeviceIdentifier", \.udiDeviceIdentifier), ("creation date", \.creationDate),
    ]

    /// Takes `<<HKDevice: 0x28…>, name:Apple Watch, …, hardware:Watch2,4, …>` apart.
    ///
    /// The address differs from export to export and is dropped. Values hold commas, so a field
    /// ends only where the next known key begins. Anything of another shape is kept whole.
    public init(exportDescription text: String) {
        guard text.hasPrefix("<<HKDevice:"), text.hasSuffix(">"), let headEnd = text.firstIndex(of: ">"),
            headEnd < text.index(before: text.endIndex)
        else {
            unparsed = text
            return
        }
        let body = text[text.index(after: headEnd)..<text.index(before: text.endIndex)]
        var current: (WritableKeyPath<Device, String?> & Sendable)?
        for piece in body.components(separatedByFieldMark: ", ").dropFirst() {
            let known = Device.keys.first { piece.hasPrefix($0.key + ":") && self[keyPath: $0.path] == nil }
            if let known {
                self[keyPath: known.path] = String(piece.dropFirst(known.key.count + 1))
                current = known.path
            } else if let current, let value = self[keyPath: current] {
                self[keyPath: current] = value + ", " + piece
            } else {
                self = Device()
                unparsed = text
                return
            }
        }
        if self == Device() { unparsed = text }
    }

    /// One text that says every field, the key by which equal devices are found again.
    public var canonicalDescription: String {
        if let unparsed { return unparsed }
        return Device.keys.compactMap { key, path in self[keyPath: path].map { key + ":" + $0 } }
            .joined(separator: ", ")
    }
}

extension Substring {
    /// `components(separatedBy:)` without Foundation's detour through NSString.
    fileprivate func components(separatedByFieldMark mark: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self
        while let range = rest.firstRange(of: mark) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        parts.append(rest)
        return parts
    }
}
