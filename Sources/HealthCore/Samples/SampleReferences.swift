/// The names that a batch or an import uses, each once. Samples hold indices into these lists. So
/// each name is checked, converted and looked up once instead of once for each sample.
///
/// The lists only grow, so an index stays valid. A value type without locks.
public struct SampleReferences: Sendable {
    public private(set) var types: [TypeReference] = []
    /// Unit strings as sent.
    public private(set) var units: [String] = []
    public private(set) var sourceRevisions: [SourceRevision] = []
    public private(set) var devices: [Device] = []

    /// The greatest number of names of one kind in one batch or import. A real export has some
    /// hundreds.
    public static let namesMax = 100_000

    private var typeIndices: [TypeKey: Int32] = [:]
    private var unitIndices: [String: Int32] = [:]
    private var sourceRevisionIndices: [SourceRevision: Int32] = [:]
    private var deviceIndices: [Device: Int32] = [:]
    private var conversions: [ConversionKey: UnitConversion?] = [:]

    private struct TypeKey: Hashable {
        var identifier: String
        var kind: SampleType.Kind
    }

    private struct ConversionKey: Hashable {
        var type: Int32
        var unit: Int32
    }

    /// A sample type as sent.
    public struct TypeReference: Sendable {
        /// HealthKit's identifier, or the text as sent.
        public var identifier: String
        public var kind: SampleType.Kind
        /// Nil for a type that is not in the catalogue.
        public var catalogued: SampleType?
    }

    public init() {}

    /// Decides whether a new name is admitted. If it is nil, up to `namesMax` names are admitted. A
    /// batch has no admission, because the person's limits are checked when the batch is written.
    public var admission: NameAdmission?

    /// Returns the index of a type, given by its identifier or short name.
    ///
    /// - Parameter kind: the kind of a type that is not in the catalogue.
    /// - Throws: `Refusal` if the name is empty, too long or exceeds a limit.
    public mutating func type(_ name: String, unknownAs kind: SampleType.Kind) throws(Refusal) -> Int32 {
        let catalogued = Catalogue.sampleType(named: name)
        let reference = TypeReference(
            identifier: catalogued?.identifier ?? name, kind: catalogued?.kind ?? kind, catalogued: catalogued)
        guard !name.isEmpty else { throw Refusal(.missingField, field: "type", "the type is empty") }
        try check(name, field: "type", bytesMax: SampleReferences.typeBytesMax)
        let key = TypeKey(identifier: reference.identifier, kind: reference.kind)
        if let index = typeIndices[key] { return index }
        let index = try nextIndex(types.count, field: "type")
        if catalogued == nil { try admission?.admit(unknownType: name) }
        types.append(reference)
        typeIndices[key] = index
        return index
    }

    public static let typeBytesMax = 200

    /// Returns the index of a unit string.
    ///
    /// - Throws: `Refusal` if the text is too long or exceeds a limit.
    public mutating func unit(_ string: String) throws(Refusal) -> Int32 {
        if let index = unitIndices[string] { return index }
        try check(string, field: "unit", bytesMax: Unit.stringBytesMax)
        let index = try nextIndex(units.count, field: "unit")
        try admission?.admit(unit: string)
        units.append(string)
        unitIndices[string] = index
        return index
    }

    /// Returns the index of a source revision.
    ///
    /// - Throws: `Refusal` if a field is too long or the revision exceeds a limit.
    public mutating func sourceRevision(_ revision: SourceRevision) throws(Refusal) -> Int32 {
        if let index = sourceRevisionIndices[revision] { return index }
        for (field, text) in [
            ("source.name", revision.name), ("source.bundleIdentifier", revision.bundleIdentifier ?? ""),
            ("source.version", revision.version ?? ""), ("source.productType", revision.productType ?? ""),
            ("source.operatingSystemVersion", revision.operatingSystemVersion ?? ""),
        ] {
            try check(text, field: field, bytesMax: SourceRevision.fieldBytesMax)
        }
        let index = try nextIndex(sourceRevisions.count, field: "source")
        try admission?.admit(revision)
        sourceRevisions.append(revision)
        sourceRevisionIndices[revision] = index
        return index
    }

    /// Returns the index of a device.
    ///
    /// - Throws: `Refusal` if a field is too long or the device exceeds a limit.
    public mutating func device(_ device: Device) throws(Refusal) -> Int32 {
        if let index = deviceIndices[device] { return index }
        try check(device.canonicalDescription, field: "device", bytesMax: Device.descriptionBytesMax)
        let index = try nextIndex(devices.count, field: "device")
        try admission?.admit(device)
        devices.append(device)
        deviceIndices[device] = index
        return index
    }

    /// Converts `value` from `unit` into the canonical unit of `type`. Returns the value as sent
    /// and the converted value.
    ///
    /// A type that is not in the catalogue has no canonical unit. Its value stays in the unit as
    /// sent. Both indices must be indices of these references.
    ///
    /// - Throws: `Refusal` if the unit does not fit the type, if the value is not finite, or if it
    ///   exceeds `Quantity.magnitudeMax`.
    public mutating func quantity(type: Int32, unit: Int32, value: Double) throws(Refusal) -> Quantity {
        guard value.isFinite else { throw Refusal(.notFinite, field: "value", "the value must be a finite number") }
        guard let conversion = try conversion(type: type, unit: unit) else {
            try SampleReferences.checkMagnitude(value, unit: units[Int(unit)])
            return Quantity(value: value, sentValue: value, sentUnit: unit)
        }
        let converted = conversion(value)
        guard converted.isFinite else {
            throw Refusal(.notFinite, field: "value", "the value is too large for the type's canonical unit")
        }
        try SampleReferences.checkMagnitude(
            converted, unit: types[Int(type)].catalogued?.canonicalUnit?.unitString ?? "")
        return Quantity(value: converted, sentValue: value, sentUnit: unit)
    }

    private static func checkMagnitude(_ value: Double, unit: String) throws(Refusal) {
        guard abs(value) <= Quantity.magnitudeMax else {
            let limit = "\(Quantity.magnitudeMax)"
            throw Refusal(.valueTooLarge, field: "value", "the value must be from -\(limit) to \(limit) \(unit)")
        }
    }

    private mutating func conversion(type: Int32, unit: Int32) throws(Refusal) -> UnitConversion? {
        let key = ConversionKey(type: type, unit: unit)
        if let known = conversions[key] { return known }
        guard let catalogued = types[Int(type)].catalogued, let canonical = catalogued.canonicalUnit else {
            conversions[key] = .some(nil)
            return nil
        }
        let string = units[Int(unit)]
        do {
            let conversion = try catalogued.unit(named: string).conversion(to: canonical)
            conversions[key] = conversion
            return conversion
        } catch {
            guard error.code == .incompatible || error.code == .outOfRange else {
                throw Refusal(.unknownUnit, field: "unit", error.message)
            }
            throw Refusal(
                .incompatibleUnit, field: "unit",
                "unit \"\(string)\" cannot be converted to \"\(canonical.unitString)\", "
                    + "the unit of \(types[Int(type)].identifier)")
        }
    }

    private func check(_ text: String, field: String, bytesMax: Int) throws(Refusal) {
        guard text.utf8.count <= bytesMax else {
            throw Refusal(.fieldTooLong, field: field, "\(field) is longer than \(bytesMax) bytes")
        }
        guard !text.utf8.contains(0) else {
            throw Refusal(.malformedField, field: field, "\(field) contains the character U+0000")
        }
    }

    private func nextIndex(_ count: Int, field: String) throws(Refusal) -> Int32 {
        guard count < SampleReferences.namesMax else {
            throw Refusal(
                .malformedField, field: field,
                "the batch or import has more than \(SampleReferences.namesMax) different names of this kind")
        }
        return Int32(count)
    }
}
