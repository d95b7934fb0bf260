import HealthCore
import Postgres

/// Looks up and adds the devices of one person. A person has some hundreds, because each software
/// version is a device.
struct DeviceRegistry {
    let person: Person
    let session: Session
    /// True if new devices are refused once the person has as many as `PersonName` allows.
    let isBounded: Bool
    /// The indices of the refused devices.
    private(set) var refused: [Int] = []

    /// The columns of `health.device`, in the order of the table.
    static let columns = [
        "name", "manufacturer", "model", "hardware_version", "firmware_version", "software_version", "local_identifier",
        "udi_device_identifier", "creation_date", "unparsed",
    ]
    fileprivate static let fields: [WritableKeyPath<Device, String?> & Sendable] = [
        \.name, \.manufacturer, \.model, \.hardwareVersion, \.firmwareVersion, \.softwareVersion, \.localIdentifier,
        \.udiDeviceIdentifier, \.creationDate, \.unparsed,
    ]

    /// Returns the ids of `devices` in their order; 0 for a refused device. Adds unknown devices in
    /// one statement.
    ///
    /// - Parameter found: the rows of `statement`.
    mutating func resolve(_ devices: [Device], _ found: Rows) throws -> [Int32] {
        guard !devices.isEmpty else { return [] }
        var known: [Device: Int32] = [:]
        for (id, device) in try found.all(as: { (id: Int32, device: Device) in (id, device) }) { known[device] = id }
        var lastID = try devices.allSatisfy { known[$0] != nil } ? 0 : lastDeviceID()
        var added: [(id: Int32, device: Device)] = []
        var ids: [Int32] = []
        for (index, device) in devices.enumerated() {
            if let id = known[device] {
                ids.append(id)
            } else if isBounded, Int(lastID) >= PersonName.device.countMax {
                refused.append(index)
                ids.append(0)
            } else {
                lastID += 1
                known[device] = lastID
                added.append((lastID, device))
                ids.append(lastID)
            }
        }
        try insert(added)
        return ids
    }

    /// Returns the greatest id of a device. Ids count from 1, so the person has at most as many
    /// devices. `UnusedNames` may have deleted some.
    private func lastDeviceID() throws -> Int32 {
        try session.value(
            "select coalesce(max(device_id), 0) from health.device where person_id = $1", person, as: Int32.self)
    }

    /// The statement for the stored devices that may be equal to one of `devices`. A batch has few
    /// devices, but a person may have thousands.
    static func statement(_ devices: [Device], of person: Person) -> Statement {
        let conditions = columns.enumerated().map { "coalesce(\($1), '') = any($\($0 + 2))" }
        return Statement(
            """
            select device_id, \(columns.joined(separator: ", "))
            from health.device where person_id = $1 and \(conditions.joined(separator: " and "))
            """,
            [.int32(person.id)]
                + fields.map { field in .textArray(Array(Set(devices.map { $0[keyPath: field] ?? "" }))) })
    }

    /// Returns all devices of a person.
    static func devices(of person: Person, _ session: Session) throws -> Set<Device> {
        Set(
            try session.all(
                "select \(columns.joined(separator: ", ")) from health.device where person_id = $1", person,
                as: Device.self))
    }

    private func insert(_ devices: [(id: Int32, device: Device)]) throws {
        guard !devices.isEmpty else { return }
        let arrays = DeviceRegistry.columns.indices.map { "$\($0 + 3)::text[]" }
        try session.run(
            """
            insert into health.device (person_id, device_id, \(DeviceRegistry.columns.joined(separator: ", ")))
            select $1, * from unnest($2::integer[], \(arrays.joined(separator: ", ")))
            """, person, devices.map(\.id),
            DeviceRegistry.fields.map { field in Parameter.optionalTextArray(devices.map { $0.device[keyPath: field] })
            })
    }
}

/// Reads `DeviceRegistry.columns`.
extension Device: ColumnValue {
    public init(reading row: inout Row) throws {
        self.init()
        for field in DeviceRegistry.fields { self[keyPath: field] = try row.optionalText() }
    }
}
