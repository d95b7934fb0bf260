import HealthCore
import HealthDatabase
import JSONReader

/// A page of samples as JSON, with the members with which clients post samples.
struct SampleResponse {
    private let type: SampleTypeReader.Stored
    /// Nil for a type without a canonical unit. Its values are in the units as sent.
    private let unit: String?
    private let conversion: UnitConversion?

    /// Writes samples in the type's canonical unit, as the change feed does.
    init(type: SampleTypeReader.Stored) {
        self.type = type
        unit = type.canonicalUnit
        conversion = nil
    }

    /// Writes samples in the unit of the question. If the question names no unit, it uses the
    /// person's unit.
    ///
    /// - Throws: `ParameterError` for a text that is not a unit, and for a unit that does not fit
    ///   the type.
    init(type: SampleTypeReader.Stored, unit: UnitParameter, preferred: PreferredUnits) throws(ParameterError) {
        self.type = type
        guard let catalogued = Catalogue.sampleType(named: type.identifier), let canonical = catalogued.canonicalUnit
        else {
            guard unit.isEmpty else {
                throw ParameterError(
                    .incompatibleUnit, "unit", "\(type.identifier) has no unit that could be converted")
            }
            (self.unit, conversion) = (type.canonicalUnit, nil)
            return
        }
        try unit.check(types: [catalogued])
        let wanted = try unit.unit(of: catalogued) ?? preferred[catalogued] ?? canonical
        self.unit = wanted.unitString
        do { conversion = try canonical.conversion(to: wanted) } catch {
            throw ParameterError(.unknownUnit, "unit", error.message)
        }
    }

    /// Writes the page. If it is longer than `HealthService.pageBytesMax`, writes only its first
    /// samples.
    func json(_ page: SamplePage) -> JSONWriter {
        var writer = JSONWriter(capacity: 256 + page.samples.count * 512)
        writer.object { writer in
            writer.member("type", type.identifier)
            writer.member("kind", type.kind.rawValue)
            writer.key("samples")
            let count = writer.array(of: page.samples, bytesMax: HealthService.pageBytesMax) { append($0, to: &$1) }
            writer.member("cursor", page.next(behind: count)?.text)
            writer.rowCount = count
        }
        return writer
    }

    /// Writes only the samples, each on a line.
    ///
    /// - Returns: the lines, and the start of the next page as `json(_:)` determines it.
    func lines(_ page: SamplePage) -> (bytes: [UInt8], next: SampleCursor?) {
        var bytes: [UInt8] = []
        for (index, sample) in page.samples.enumerated() {
            var writer = JSONWriter()
            append(sample, to: &writer)
            guard index == 0 || bytes.count + writer.bytes.count < HealthService.pageBytesMax else {
                return (bytes, page.next(behind: index))
            }
            bytes += writer.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        return (bytes, page.next)
    }

    /// Writes one sample as a member of a list.
    func append(_ sample: StoredSample, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uuid", sample.uuid.uuidString.lowercased())
            writer.member("type", type.identifier)
            writer.member("startDate", sample.start.rfc3339)
            writer.member("endDate", sample.end.rfc3339)
            for (name, value) in sample.members {
                writer.key(name)
                writer.value(value)
            }
            appendContent(sample, to: &writer)
            appendOrigin(sample, to: &writer)
            for (name, json) in [("metadata", sample.metadata), ("parts", sample.parts), ("objects", sample.objects)] {
                guard let json else { continue }
                writer.key(name)
                writer.raw(json)
            }
        }
    }

    /// Writes the members of the sample's content. The content determines them, and not the type.
    /// The kind of a type that no catalogue has was set when the type was first named, possibly in
    /// a deletion, and may be wrong.
    private func appendContent(_ sample: StoredSample, to writer: inout JSONWriter) {
        if sample.quantity != nil {
            appendQuantity(sample, to: &writer)
        } else if sample.categoryValue != nil || sample.sentCategoryValue != nil || type.kind == .category {
            appendCategory(sample, to: &writer)
        } else {
            appendWorkout(sample.workout, to: &writer)
        }
    }

    var typeIdentifier: String { type.identifier }

    /// Returns the quantity of the sample in `unit`.
    func value(of sample: StoredSample) -> Double? { sample.quantity.map { conversion?.printed($0) ?? $0 } }

    func unitName(of sample: StoredSample) -> String? { unit ?? sample.sentUnit.map(Unit.name(ofSent:)) }

    /// Returns the catalogue's name of the value of a category sample.
    func valueName(of sample: StoredSample) -> String? {
        sample.categoryValue.flatMap { value in
            type.valueEnum.flatMap { Catalogue.categoryValueName(enum: $0, rawValue: value) }
        }
    }

    /// Writes `StoredSample.origin` without a call for each member, because every sample of a page
    /// has it.
    private func appendOrigin(_ sample: StoredSample, to writer: inout JSONWriter) {
        writer.object("source") { writer in
            writer.member("id", Int(sample.source.publicID))
            writer.member("name", sample.source.name)
            writer.member("bundleIdentifier", sample.source.bundleIdentifier)
            writer.member("version", sample.version)
            writer.member("productType", sample.productType)
            writer.member("operatingSystemVersion", sample.operatingSystemVersion)
        }
        if let device = sample.device { writer.member("device", device) }
    }

    private func appendQuantity(_ sample: StoredSample, to writer: inout JSONWriter) {
        writer.member("value", value(of: sample))
        writer.member("unit", unitName(of: sample))
        writer.member("sentValue", sample.sentQuantity)
        writer.member("sentUnit", sample.sentUnit)
        if let count = sample.count { writer.member("count", count) }
        guard let quantities = sample.quantities else { return }
        writer.array("quantities") { writer in
            for part in quantities {
                writer.object { writer in
                    writer.member("startDate", part.start.rfc3339)
                    writer.member("endDate", part.end.rfc3339)
                    writer.member("value", conversion?.printed(part.value) ?? part.value)
                    writer.member("sentValue", part.sentValue)
                }
            }
        }
    }

    private func appendCategory(_ sample: StoredSample, to writer: inout JSONWriter) {
        writer.member("value", sample.categoryValue.map { Int($0) })
        writer.member("valueName", valueName(of: sample))
        if let sent = sample.sentCategoryValue { writer.member("sentValue", sent) }
    }

    private func appendWorkout(_ workout: Workout?, to writer: inout JSONWriter) {
        guard let workout else { return }
        Workout.activity.write(workout, to: &writer)
        writer.member("duration", workout.duration)
        writer.member("totalEnergyBurned", workout.totalEnergyBurned)
        writer.member("totalDistance", workout.totalDistance)
    }
}

extension StoredSample {
    /// The source and the device.
    static let origin = Shape<Self>([.object("source", sourceShape), .optional("device", \.device)])

    static let sourceShape = Shape<Self>(
        "SampleSource",
        [
            .member("id", \.source.publicID, as: .sourceID), .member("name", \.source.name),
            .member("bundleIdentifier", \.source.bundleIdentifier), .member("version", \.version),
            .member("productType", \.productType), .member("operatingSystemVersion", \.operatingSystemVersion),
        ])
}

extension Device: Shaped {
    static let shape = Shape<Self>(
        "Device", DeviceFields.all.map { device in .optional(device.name) { $0[keyPath: device.field] } })
}
