import HealthCore
import Postgres

/// The devices of one person, read whole: a person has some hundreds, one for each software version.
struct DeviceRegistry {
    let person: Person
    let session: Session

    /// The columns of `health.device` in the order of the table.
    private static let fields: [WritableKeyPath<Device, String?> & Sendable] = [
        \.name, \.manufacturer, \.model, \.hardwareVersion, \.firmwareVersion, \.softwareVersion, \.localIdentifier,
        \.udiDeviceIdentifier, \.creationDate, \.unparsed,
    ]

    /// The ids of `devices`, by place.
    func resolve(_ devices: [Device]) throws -> [Int32] {
        guard !devices.isEmpty else { return [] }
        var known: [Device: Int32] = [:]
        for row in try session.execute(
            """
            select device_id, name, manufacturer, model, hardware_version, firmware_version, software_version,
                local_identifier, udi_device_identifier, creation_date, unparsed
            from health.device where person_id = $1
            """,
            [.int32(person.id)])
        {
            known[try DeviceRegistry.device(row, from: 1)] = try row.int32(0)
        }
        var nextID = (known.values.max() ?? 0) + 1
        return try devices.map { device in
            if let id = known[device] { return id }
            let id = nextID
            nextID += 1
            known[device] = id
            _ = try session.execute(
                "insert into health.device values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                [.int32(person.id), .int32(id)] + DeviceRegistry.fields.map { .text(device[keyPath: $0]) })
            return id
        }
    }

    /// Reads the ten fields of a device from a row.
    static func device(_ row: Row, from column: Int) throws -> Device {
        var device = Device()
        for (index, field) in fields.enumerated() { device[keyPath: field] = try row.optionalText(column + index) }
        return device
    }
}
