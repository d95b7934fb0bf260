/// The members of a device in JSON: the properties of `HKDevice`.
public enum DeviceFields {
    public static let all: [(name: String, field: WritableKeyPath<Device, String?> & Sendable)] = [
        ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model), ("hardwareVersion", \.hardwareVersion),
        ("firmwareVersion", \.firmwareVersion), ("softwareVersion", \.softwareVersion),
        ("localIdentifier", \.localIdentifier), ("udiDeviceIdentifier", \.udiDeviceIdentifier),
        ("creationDate", \.creationDate), ("description", \.unparsed),
    ]
}
