/// What a source is, as far as the default order of sources asks.
///
/// Apple believes what was entered by hand first, then its own phone and watch, then other apps and devices
/// (https://support.apple.com/108779). We put the watch before the phone.
public enum SourceClass: String, CaseIterable, Sendable {
    case watch, phone, other
    /// Figures of whole buckets that a client made of several sources. They rank behind every other source, whatever the
    /// person orders, and count only where no better sample is (`AggregateFilter`).
    case aggregate

    /// What the bundle identifiers of a client's aggregates begin with; no app's does.
    public static let aggregatePrefix = "health-auto-export:"
    /// The bundle identifier of the sums in exports of iOS 8 and 9; no app has it.
    public static let exportAggregates = "apple-health-export:sums"

    /// Whether a source of the bundle identifier is an aggregate.
    public static func isAggregate(_ bundleIdentifier: String?) -> Bool {
        bundleIdentifier.map { $0.hasPrefix(aggregatePrefix) || $0 == exportAggregates } ?? false
    }

    /// - Parameters:
    ///   - revision: An app of another maker that runs on a phone has the phone's product type, so a known bundle identifier that
    ///     is not Apple's own health source settles the matter.
    ///   - device: What made the first sample of the source; exports say no product type.
    public init(_ revision: SourceRevision, device: Device?) {
        if SourceClass.isAggregate(revision.bundleIdentifier) {
            self = .aggregate
            return
        }
        if let bundle = revision.bundleIdentifier, !bundle.hasPrefix("com.apple.health") {
            self = .other
            return
        }
        let product = revision.productType ?? device?.hardwareVersion ?? ""
        switch product {
        case _ where product.hasPrefix("Watch"): self = .watch
        case _ where product.hasPrefix("iPhone") || product.hasPrefix("iPad") || product.hasPrefix("iPod"):
            self = .phone
        default: self = SourceClass(model: device?.model ?? device?.name ?? revision.name)
        }
    }

    /// By words, for a source without a product type: `Apple Watch`, `Alex’s iPhone`. The open-wearables SDK sends `watch` and `phone`.
    private init(model: String) {
        let words = SourceRevision.normalized(model).split(separator: " ")
        if ["Watch", "watch"].contains(model) || words.suffix(2).elementsEqual(["Apple", "Watch"]) {
            self = .watch
        } else if model == "phone" || words.last.map({ ["iPhone", "iPad"].contains($0) }) ?? false {
            self = .phone
        } else {
            self = .other
        }
    }
}

extension SourceRevision {
    /// A name as it is compared: U+00A0 is a space and U+2019 an apostrophe, since exports and phones differ in them.
    public static func normalized(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        return String(name.map { $0 == "\u{a0}" || $0 == "\u{202f}" ? " " : $0 == "\u{2019}" ? "'" : $0 })
    }
}
