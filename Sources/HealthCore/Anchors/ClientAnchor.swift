/// The position up to which a client has sent its data: HealthKit's `HKQueryAnchor`. Only the
/// client interprets the bytes.
public struct ClientAnchor: Hashable, Sendable {
    public var scope: Scope
    /// The anchor's bytes, 1…`bytesMax` of them.
    public var bytes: [UInt8]

    /// The greatest length of an anchor in bytes.
    public static let bytesMax = 65_536

    /// Returns nil if `bytes` is empty or longer than `bytesMax`.
    public init?(scope: Scope, bytes: [UInt8]) {
        guard (1...ClientAnchor.bytesMax).contains(bytes.count) else { return nil }
        self.scope = scope
        self.bytes = bytes
    }

    /// The query to which an anchor belongs: one device and a set of types. Another set has another
    /// anchor, because an anchored query with a new type must deliver all samples of this type.
    public struct Scope: Hashable, Sendable {
        public let device: String
        /// Identifiers of the types, each once, in the order of their bytes.
        public let types: [String]

        /// The greatest length of a device's name in UTF-8 bytes.
        public static let deviceBytesMax = 200
        /// The greatest number of types of one anchor. HealthKit has about two hundred types.
        public static let typesMax = 500

        /// Returns the name of a device.
        ///
        /// - Throws: `Refusal`, whose field is `device`.
        public static func device(_ name: String) throws(Refusal) -> String {
            guard !name.isEmpty, name.isLabel(bytesMax: deviceBytesMax) else {
                throw Refusal(
                    .malformedField, field: "device",
                    "device must have 1 to \(deviceBytesMax) bytes and no control characters")
            }
            return name
        }

        /// Replaces the names of types with their identifiers and sorts them.
        ///
        /// - Parameters:
        ///   - device: the client's name for itself, without control characters.
        ///   - types: identifiers or short names. A name that is not in the catalogue is used as
        ///     the identifier.
        /// - Throws: `Refusal`, whose field is `device` or `types`.
        public init(device: String, types: [String]) throws(Refusal) {
            self.device = try Scope.device(device)
            guard (1...Scope.typesMax).contains(types.count) else {
                throw Refusal(.malformedField, field: "types", "types must have 1 to \(Scope.typesMax) names")
            }
            for type in types {
                guard !type.isEmpty, !type.utf8.contains(UInt8(ascii: ",")),
                    type.isLabel(bytesMax: SampleReferences.typeBytesMax)
                else {
                    throw Refusal(
                        .malformedField, field: "types",
                        "the name of a type in types must have 1 to \(SampleReferences.typeBytesMax) bytes, no comma and no control "
                            + "characters")
                }
            }
            let names = Set(types.map { Array((Catalogue.sampleType(named: $0)?.identifier ?? $0).utf8) })
            self.types = names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
