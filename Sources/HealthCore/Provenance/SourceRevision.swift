/// The author of a sample: HealthKit's `HKSourceRevision`, an app or device at one version.
///
/// https://developer.apple.com/documentation/healthkit/hksourcerevision
public struct SourceRevision: Hashable, Sendable, Codable {
    /// The source's name as sent, which the person sees. It may contain U+00A0 and U+2019.
    public var name: String
    /// Nil if unknown; export.xml does not have it.
    public var bundleIdentifier: String?
    /// `HKWasUserEntered`. Data entered by hand has a separate source.
    public var wasUserEntered: Bool
    public var version: String?
    /// `iPhone15,2`, `Watch6,1`
    public var productType: String?
    public var operatingSystemVersion: String?

    public init(
        name: String, bundleIdentifier: String? = nil, wasUserEntered: Bool = false, version: String? = nil,
        productType: String? = nil, operatingSystemVersion: String? = nil
    ) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        self.wasUserEntered = wasUserEntered
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    /// The greatest length of a field, in UTF-8 bytes.
    public static let fieldBytesMax = 1_000
}
