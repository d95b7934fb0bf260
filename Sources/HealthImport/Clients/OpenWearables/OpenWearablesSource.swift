import HealthCore
import JSON

/// The source of a record of the open-wearables SDK, of any version.
///
/// Newer versions send `appId`, `deviceName`, `deviceModel` (the product type) and `deviceType`.
/// Older versions send `name`, `bundleIdentifier`, `productType` and `deviceModel` (HealthKit's
/// model of the device, such as `Watch`). Some use snake case. Records of all versions get the same
/// source for the same app or Apple device.
struct OpenWearablesSource {
    let revision: SourceRevision
    /// Nil if the record names no device.
    let device: Device?
    /// The members of the source that are neither in `revision` nor in `device`, as one JSON
    /// object. Nil if there are none.
    let rest: [UInt8]?

    /// - Parameter sent: the record's member `source`, which is an object, the name of a source, or
    ///   nil.
    init(_ sent: JSONValue?, provider: String, wasUserEntered: Bool) {
        let members = Members(sent)
        let bundle = members["appid", "bundleidentifier"]
        let productType = members["producttype"]
        let model = members["devicemodel"]
        let product = productType ?? model
        let deviceName = members["devicename"]

        var device = Device()
        device.name = deviceName
        device.manufacturer = members["devicemanufacturer"]
        device.model = (productType == nil ? nil : model) ?? members["devicetype"]
        device.hardwareVersion = members["devicehardwareversion"] ?? product
        device.softwareVersion = members["devicesoftwareversion"]
        device.localIdentifier = members["deviceid"]
        self.device = device == Device() ? nil : device

        revision = SourceRevision(
            name: OpenWearablesSource.name(
                sent: members["name"] ?? sent?.string, device, bundle: bundle, type: members["devicetype"],
                provider: provider),
            bundleIdentifier: bundle, wasUserEntered: wasUserEntered, version: members["version"], productType: product,
            operatingSystemVersion: OpenWearablesSource.version(members.operatingSystem))
        rest = members.rest(besides: revision, device)
    }

    /// Returns the name of the source: the name as sent, the name of the device, or the bundle
    /// identifier.
    ///
    /// In HealthKit, each Apple device is a source. Any other app is a source that can have samples
    /// of an Apple device, so it is not named after one. An Apple device without a name is named
    /// after its kind, such as a watch. If two devices were one source, their samples would be
    /// added up.
    private static func name(
        sent: String?, _ device: Device, bundle: String?, type: String?, provider: String
    ) -> String {
        if let sent, !sent.isEmpty { return sent }
        let product = device.hardwareVersion
        guard bundle?.hasPrefix("com.apple.health") ?? true else {
            let isApple = device.manufacturer?.hasPrefix("Apple") ?? false || kind(product: product, type: nil) != nil
            return (isApple ? nil : device.name) ?? bundle ?? provider
        }
        return device.name ?? kind(product: product, type: type) ?? bundle ?? provider
    }

    /// Returns the name for an Apple device that has no name. Returns nil for a device of another
    /// maker.
    private static func kind(product: String?, type: String?) -> String? {
        for (word, name) in [("Watch", "Apple Watch"), ("iPhone", "iPhone"), ("iPad", "iPad")]
        where product?.hasPrefix(word) ?? false {
            return name
        }
        return switch type?.lowercased() {
        case "watch": "Apple Watch"
        case "phone": "iPhone"
        default: nil
        }
    }

    private static func version(_ value: JSONValue?) -> String? {
        guard let value, value.kind == .object else { return value?.string.flatMap { $0.isEmpty ? nil : $0 } }
        let members = Members(value)
        guard let major = members.number("majorversion", "major") else { return nil }
        return
            "\(major).\(members.number("minorversion", "minor") ?? 0).\(members.number("patchversion", "patch") ?? 0)"
    }

    /// The members of an object. The keys are the names in lower case without underscores.
    private struct Members {
        private var values: [String: JSONValue] = [:]
        private var names: [String: String] = [:]

        init(_ object: JSONValue?) {
            object?.forEachMember { name, value in
                let key = name.replacing("_", with: "").lowercased()
                guard !value.isNull, values[key] == nil else { return }
                values[key] = value
                names[key] = name
            }
        }

        /// Returns the first member with one of the names that is a text and not empty.
        subscript(keys: String...) -> String? {
            for key in keys {
                if let text = values[key]?.string, !text.isEmpty { return text }
            }
            return nil
        }

        func number(_ keys: String...) -> Int64? { keys.lazy.compactMap { values[$0]?.int64 }.first }

        var operatingSystem: JSONValue? { values["operatingsystemversion"] }

        /// Returns the members whose texts occur neither in `revision` nor in `device`.
        func rest(besides revision: SourceRevision, _ device: Device) -> [UInt8]? {
            let stored: Set<String?> = [
                revision.name, revision.bundleIdentifier, revision.version, revision.productType,
                revision.operatingSystemVersion, device.name, device.manufacturer, device.model, device.hardwareVersion,
                device.softwareVersion, device.localIdentifier, "",
            ]
            var kept = values.filter { key, value in value.string.map { !stored.contains($0) } ?? true }
            // The sample's parts already contain the recording method as a separate member.
            kept["recordingmethod"] = nil
            if revision.operatingSystemVersion != nil { kept["operatingsystemversion"] = nil }
            guard !kept.isEmpty else { return nil }
            return JSONWriter.object { writer in
                for (key, value) in kept.sorted(by: { $0.key < $1.key }) {
                    writer.key(names[key] ?? key)
                    writer.value(value)
                }
            }
        }
    }
}
