/// Who wrote a sample: HealthKit's `HKSourceRevision`, an app or device at one version.
///
/// https://developer.apple.com/documentation/healthkit/hksourcerevision
public struct SourceRevision: Hashable, Sendable, Codable {
    /// The source's name as the person sees it, as sent (it may hold U+00A0 and U+2019).
    public var name: String
    /// Nil where it is unknown; export.xml never says it.
    public var bundleIdentifier: String?
    /// `HKWasUserEntered`: what the person typed in ranks as a source of its own.
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

    /// Longest accepted text of any one field, in UTF-8 bytes.
    public static let fieldBytesMax = 1_000
}
