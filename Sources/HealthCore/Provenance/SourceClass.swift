/// The class of a source in the default order of sources.
///
/// Apple gives priority to data entered by hand, then to its own phone and watch, then to other
/// apps and devices (https://support.apple.com/108779). This product puts the watch before the
/// phone.
public enum SourceClass: String, CaseIterable, Sendable {
    case watch, phone, other
    /// A client's figures of whole buckets, computed from several sources. Aggregate sources rank
    /// after all other sources, even if the person orders them differently. Their samples count
    /// only if no sample of higher priority touches them (`AggregateFilter`).
    case aggregate

    /// The prefix of the bundle identifiers of a client's sources, which are aggregates unless the
    /// identifier ends with `AutomationRequest.samplesWord`. No app's bundle identifier has it.
    public static let aggregatePrefix = "health-auto-export:"
    /// The bundle identifier of the sums in exports of iOS 8 and 9. No app has it.
    public static let exportAggregates = "apple-health-export:sums"

    /// Returns true if the bundle identifier is that of an aggregate source.
    public static func isAggregate(_ bundleIdentifier: String?) -> Bool {
        bundleIdentifier.map {
            $0.hasPrefix(aggregatePrefix) ? !isNamed($0) : $0 == exportAggregates
        } ?? false
    }

    /// Returns true if the bundle identifier is that of an app or device whose samples a client
    /// sends with the source's name and nothing else.
    private static func isNamed(_ bundleIdentifier: String) -> Bool {
        bundleIdentifier.hasPrefix(aggregatePrefix)
            && bundleIdentifier.hasSuffix(":" + AutomationRequest.samplesWord)
    }

    /// Derives the class of a source from all its samples.
    ///
    /// The bundle identifier is examined first, because an app of another maker on a phone has the
    /// phone's product type. An app's source is `other`, and one of Apple's own has the class of
    /// the device. Without a bundle identifier, as in exports, most of the samples that name a
    /// device must have been made by a watch or phone. If none names a device, the words of the
    /// source's name decide.
    public init(name: String, bundleIdentifier: String?, _ facts: SourceFacts) {
        switch bundleIdentifier {
        case let bundle where SourceClass.isAggregate(bundle): self = .aggregate
        case let bundle? where SourceClass.isNamed(bundle): self = SourceClass(name: name)
        case let bundle? where !SourceClass.isOfApple(bundle): self = .other
        case _ where facts.watchCount + facts.phoneCount + facts.otherCount == 0: self = SourceClass(name: name)
        case nil where 2 * facts.watchCount > facts.watchCount + facts.phoneCount + facts.otherCount: self = .watch
        case nil where 2 * facts.phoneCount > facts.watchCount + facts.phoneCount + facts.otherCount: self = .phone
        case nil: self = .other
        default: self = facts.watchCount > 0 ? .watch : facts.phoneCount > 0 ? .phone : .other
        }
    }

    /// Derives the class of the device that made a sample; nil if the sample names none.
    ///
    /// An app may name the phone as its device. In an export, a device's own samples have the
    /// version of the device's system as that of their source, and an app's samples do not.
    init?(_ revision: SourceRevision, device: Device?) {
        guard revision.productType != nil || device != nil else { return nil }
        let product = revision.productType ?? device?.hardwareVersion ?? ""
        let isOwn =
            revision.productType != nil || revision.bundleIdentifier != nil
            || revision.version == device?.softwareVersion
        switch product {
        case _ where !isOwn: self = .other
        case _ where product.hasPrefix("Watch"): self = .watch
        case _ where product.hasPrefix("iPhone") || product.hasPrefix("iPad") || product.hasPrefix("iPod"):
            self = .phone
        default: self = SourceClass(name: device?.model ?? device?.name ?? revision.name)
        }
    }

    /// Returns true if the bundle identifier is that of Apple's own health source of a device.
    static func isOfApple(_ bundleIdentifier: String) -> Bool { bundleIdentifier.hasPrefix("com.apple.health") }

    /// Derives the class of a source if only its name or the model of its device is known. Phones
    /// name their devices after the owner, in the phone's language: `Apple Watch von Ada`,
    /// `Ada的iPhone`. The open-wearables SDK sends `watch` and `phone` as models.
    public init(name: String) {
        let name = SourceRevision.normalized(name)
        let lastWord = name.split(separator: " ").last?.lowercased()
        if name.contains("Apple Watch") || lastWord == "watch" {
            self = .watch
        } else if ["iPhone", "iPad", "iPod touch"].contains(where: name.contains) || lastWord == "phone" {
            self = .phone
        } else {
            self = .other
        }
    }
}

extension SourceRevision {
    /// Returns a name in the form in which names are compared. U+00A0 becomes a space and U+2019
    /// becomes an apostrophe, because exports and phones differ in these characters.
    public static func normalized(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        return String(name.map { $0 == "\u{a0}" || $0 == "\u{202f}" ? " " : $0 == "\u{2019}" ? "'" : $0 })
    }
}
