/// The hardware that made a sample: HealthKit's `HKDevice`.
///
/// https://developer.apple.com/documentation/healthkit/hkdevice
public struct Device: Hashable, Sendable, Codable {
    /// The name that the person or the maker gave the device, such as `Apple Watch`.
    public var name: String?
    /// `Apple Inc.`
    public var manufacturer: String?
    /// `Watch`
    public var model: String?
    /// `Watch6,1`; contains commas.
    public var hardwareVersion: String?
    /// The version of the firmware.
    public var firmwareVersion: String?
    /// The version of the device's operating system or software.
    public var softwareVersion: String?
    /// A name of this single device. It has a meaning only on the phone.
    public var localIdentifier: String?
    /// The device identifier of the FDA's Unique Device Identification database.
    public var udiDeviceIdentifier: String?
    /// The field `creation date` of newer exports, as printed. HealthKit's API has no such field.
    public var creationDate: String?
    /// The description as sent, if it could not be parsed.
    public var unparsed: String?

    public init() {}

    /// The greatest length of a description or field, in UTF-8 bytes.
    public static let descriptionBytesMax = 4_000

    /// The keys of an export's description, in the order in which the export prints them.
    private static let keys: [(key: String, path: WritableKeyPath<Device, String?> & Sendable)] = [
        ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model), ("hardware", \.hardwareVersion),
        ("firmware", \.firmwareVersion), ("software", \.softwareVersion), ("localIdentifier", \.localIdentifier),
        ("UDIDeviceIdentifier", \.udiDeviceIdentifier), ("creation date", \.creationDate),
    ]

    /// Parses `<<HKDevice: 0x28…>, name:Apple Watch, …, hardware:Watch2,4, …>`.
    ///
    /// The address differs between exports and is dropped. Values contain commas, so a field ends
    /// only where the next known key begins. A text of another form is kept whole.
    public init(exportDescription text: String) {
        guard text.hasPrefix("<<HKDevice:"), text.hasSuffix(">"), let headEnd = text.firstIndex(of: ">"),
            headEnd < text.index(before: text.endIndex)
        else {
            unparsed = text
            return
        }
        let body = text[text.index(after: headEnd)..<text.index(before: text.endIndex)]
        var current: (WritableKeyPath<Device, String?> & Sendable)?
        for piece in body.split(separator: ", ", omittingEmptySubsequences: false).dropFirst() {
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

    /// A text that contains every field. Equal devices have equal texts.
    public var canonicalDescription: String {
        if let unparsed { return unparsed }
        return Device.keys.compactMap { key, path in self[keyPath: path].map { key + ":" + $0 } }
            .joined(separator: ", ")
    }
}
