import Foundation
import HealthCore
import JSON

/// Turns the texts of an element into a sample, or refuses it.
struct SampleInterpreter {
    var references = SampleReferences()
    var identity: ContentUUID

    /// The types by name. The dictionary has one space for each kind that an unknown type can have.
    private var types = ByteDictionary<TypeEntry>()
    private var activityTypes = ByteDictionary<ValueEntry>()
    private var units = ByteDictionary<Int32>()
    private var sources = ByteDictionary<SourceEntry>()
    private var devices = ByteDictionary<Int32>()
    /// The values of categories by name. The dictionary has one space for each type.
    private var categoryValues = ByteDictionary<ValueEntry>()
    private var sourceKey: [UInt8] = []

    /// The most bytes of a category value.
    static let valueBytesMax = 1_000

    struct TypeEntry {
        var index: Int32
        var kind: SampleType.Kind
        var isCatalogued: Bool
        var valueEnum: String?
        var identifier: [UInt8]
    }

    private struct SourceEntry {
        var index: Int32
        /// The normalised name, for the sample's uuid.
        var name: [UInt8]
    }

    /// A constant of an enum, and its text if that is not the catalogue's text.
    private struct ValueEntry {
        var rawValue: Int32?
        var sent: String?
    }

    private static let deviceHead = Array("<<HKDevice:".utf8)

    /// - Parameter references: the names in the part of the file that an earlier reader has read.
    init(personUUID: UUID, references: SampleReferences) {
        identity = ContentUUID(personUUID: personUUID)
        self.references = references
    }

    mutating func sample(_ open: SampleElement) throws(Refusal) -> Sample {
        let type = try type(of: open)
        let start = try instant(open.start, field: SampleInterpreter.startField(of: open.element))
        let end = open.end.isEmpty && open.element.mayLackEnd ? start : try instant(open.end, field: "endDate")
        guard start <= end else {
            throw Refusal(.endBeforeStart, field: "endDate", "endDate is before startDate")
        }
        var members = SampleMembers()
        if !open.creation.isEmpty { members.creation = try instant(open.creation, field: "creationDate") }
        let source = try source(of: open)
        let device = open.device.isEmpty ? nil : try device(open.device)
        identity.begin(type: type.identifier, source: source.name, start: start, end: end)
        let content = try content(of: open, type)
        guard !open.metadata.isTooLarge else {
            throw Refusal(
                .fieldTooLong, field: "MetadataEntry",
                "there are more than \(MetadataObject.entriesMax) metadata entries, or \(MetadataObject.bytesMax) bytes"
            )
        }
        guard !open.children.isTooLarge, !open.members.isTooLarge else {
            throw Refusal(
                .fieldTooLong, field: open.element.rawValue,
                "the element is longer than \(ElementCapture.bytesMax) bytes")
        }
        return Sample(
            uuid: identity.uuid(), type: type.index, sourceRevision: source.index, device: device, start: start,
            end: end, members: members, content: content, metadata: open.metadata.json,
            parts: parts(of: open, type.kind, members: open.members.members(from: start, to: end)),
            container: open.container, file: open.members.file)
    }

    /// Returns the sample of an electrocardiogram. The file has no name of the source. Its device
    /// is HealthKit's `productType`.
    ///
    /// The start and the end identify the recording, because they are the same in every export. The
    /// end depends on the number of voltages. The classification is not used, because it is in the
    /// phone's language. The name of the file is not used, because it contains the recording's
    /// number within its day.
    mutating func sample(_ recording: Electrocardiogram) throws(Refusal) -> Sample {
        let type = try references.type("HKDataTypeIdentifierElectrocardiogram", unknownAs: .other)
        let productType = recording.device.isEmpty ? nil : recording.device
        let source = try references.sourceRevision(SourceRevision(name: "", productType: productType))
        var device: Int32?
        if let productType {
            var description = Device()
            description.hardwareVersion = productType
            device = try references.device(description)
        }
        identity.begin(
            type: Array(references.types[Int(type)].identifier.utf8), source: [], start: recording.start,
            end: recording.end)
        identity.append([UInt8]())
        return Sample(
            uuid: identity.uuid(), type: type, sourceRevision: source, device: device, start: recording.start,
            end: recording.end, content: .other, parts: recording.parts)
    }

    /// Returns the uuid of an element that is not a sample. It is made from the element's key, or
    /// from the content of an element without a key.
    mutating func uuid(elementNamed name: String, key: String?, json: [UInt8]) -> UUID {
        identity.uuid(elementNamed: name, content: key.map { Array($0.utf8) } ?? json)
    }

    // MARK: Fields

    private mutating func type(of open: SampleElement) throws(Refusal) -> TypeEntry {
        let name = open.element.typeIdentifier ?? open.type
        guard !name.isEmpty, !open.type.isEmpty || open.element != .workout else {
            let field = open.element == .workout ? "workoutActivityType" : "type"
            throw Refusal(.missingField, field: field, "the \(open.element.rawValue) has no \(field)")
        }
        let known = try knownType(name, open)
        switch open.element {
        case .record where known.kind == .correlation || known.kind == .workout:
            throw Refusal(.wrongKind, field: "type", "a Record cannot be of a \(known.kind.rawValue) type")
        case .correlation where known.kind != .correlation:
            throw Refusal(.wrongKind, field: "type", "a Correlation cannot be of a \(known.kind.rawValue) type")
        case .clinicalRecord where known.kind != .other:
            throw Refusal(.wrongKind, field: "type", "a ClinicalRecord cannot be of a \(known.kind.rawValue) type")
        default: return known
        }
    }

    private mutating func knownType(_ name: ArraySlice<UInt8>, _ open: SampleElement) throws(Refusal) -> TypeEntry {
        // If no catalogue has the type, its name and the attributes of the record determine the
        // kind.
        let hasUnit = open.unit?.isEmpty == false
        let space: Int32 = open.element == .correlation ? 0 : hasUnit ? 1 : open.value != nil ? 2 : 3
        if let known = types.find(name, in: space) { return known }
        let text = String(decoding: name, as: UTF8.self)
        let named = SampleType.Kind.unknown(named: text, unit: hasUnit ? "unit" : nil)
        let kind = space == 0 ? .correlation : space == 3 && named == .category ? .other : named
        return types.insert(try makeType(text, kind), for: name, in: space)
    }

    private mutating func makeType(_ name: String, _ kind: SampleType.Kind) throws(Refusal) -> TypeEntry {
        let index = try references.type(name, unknownAs: kind)
        let reference = references.types[Int(index)]
        return TypeEntry(
            index: index, kind: reference.kind, isCatalogued: reference.catalogued != nil,
            valueEnum: reference.catalogued?.valueEnum,
            identifier: Array(reference.identifier.utf8))
    }

    /// Returns the name of the attribute that holds the start of a sample.
    private static func startField(of element: SampleElement.Element) -> String {
        switch element {
        case .visionPrescription: "dateIssued"
        case .clinicalRecord: "receivedDate"
        default: "startDate"
        }
    }

    private func instant(_ bytes: ArraySlice<UInt8>, field: String) throws(Refusal) -> Instant {
        guard !bytes.isEmpty else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let instant = Instant(exportDate: bytes) else {
            throw Refusal(.malformedDate, field: field, "\(field) must look like 2024-05-01 10:00:00 +0200")
        }
        return instant
    }

    private mutating func source(of open: SampleElement) throws(Refusal) -> SourceEntry {
        let wasUserEntered = open.metadata.value("HKWasUserEntered") == "1"
        sourceKey.removeAll(keepingCapacity: true)
        sourceKey.append((wasUserEntered ? 1 : 2) + (open.isAggregate ? 2 : 0))
        sourceKey.append(contentsOf: open.sourceName)
        if let version = open.sourceVersion {
            sourceKey.append(0)
            sourceKey.append(contentsOf: version)
        }
        if let known = sources.find(sourceKey[...]) { return known }
        let revision = SourceRevision(
            name: String(decoding: open.sourceName, as: UTF8.self),
            bundleIdentifier: open.isAggregate ? SourceClass.exportAggregates : nil, wasUserEntered: wasUserEntered,
            version: open.sourceVersion.map { String(decoding: $0, as: UTF8.self) })
        let source = SourceEntry(
            index: try references.sourceRevision(revision), name: Array(SourceRevision.normalized(revision.name).utf8))
        return sources.insert(source, for: sourceKey[...])
    }

    private mutating func device(_ description: ArraySlice<UInt8>) throws(Refusal) -> Int32 {
        guard description.count <= Device.descriptionBytesMax else {
            throw Refusal(.fieldTooLong, field: "device", "device is longer than \(Device.descriptionBytesMax) bytes")
        }
        // The description contains an address in memory that differs from row to row, so only the
        // rest is compared.
        let hasAddress = description.starts(with: SampleInterpreter.deviceHead)
        let end = hasAddress ? description.firstIndex(of: UInt8(ascii: ">")) : nil
        let rest = end.map { description[$0...] } ?? description
        let space: Int32 = end == nil ? 0 : 1
        if let known = devices.find(rest, in: space) { return known }
        let index = try references.device(Device(exportDescription: String(decoding: description, as: UTF8.self)))
        return devices.insert(index, for: rest, in: space)
    }

    // MARK: Content

    private mutating func content(of open: SampleElement, _ type: TypeEntry) throws(Refusal) -> Sample.Content {
        switch type.kind {
        case .quantity: return try quantity(of: open, type)
        case .category:
            let value = try categoryValue(of: open, type)
            appendToIdentity(value, text: open.value)
            return .category(value: value.rawValue, sent: value.sent)
        case .workout:
            let activity = try activity(open.type)
            appendToIdentity(activity, text: open.type)
            identity.append(open.workout.duration.value)
            return .workout(open.workout.workout(activityType: activity.rawValue, sentActivityType: activity.sent))
        case .correlation:
            identity.append(open.contained)
            return .correlation
        case .other:
            identity.append(open.value ?? open.identifying)
            return .other
        }
    }

    /// Appends the raw value, because texts change: iOS renames constants (`…Asleep` to
    /// `…AsleepUnspecified`), and later exports have new texts.
    private mutating func appendToIdentity(_ value: ValueEntry, text: ArraySlice<UInt8>?) {
        if let rawValue = value.rawValue { identity.append(rawValue) } else { identity.append(text ?? []) }
    }

    private mutating func quantity(of open: SampleElement, _ type: TypeEntry) throws(Refusal) -> Sample.Content {
        guard let text = open.value, !text.isEmpty else { return try extremesAlone(of: open, type) }
        guard let number = DecimalNumber.parse(text) else {
            throw Refusal(.malformedNumber, field: "value", "value must be a decimal number")
        }
        guard let unitText = open.unit else { throw Refusal(.missingField, field: "unit", "unit is missing") }
        let unit = try unit(unitText)
        identity.append(number)
        identity.append(unitText)
        let quantity = try references.quantity(type: type.index, unit: unit, value: number)
        guard open.isAggregate else { return .quantity(quantity) }
        identity.append(ExportName.recordCount.text.utf8)
        guard hasExtremes(type), let extremes = extremes(of: open, unit: unit, type, beside: quantity) else {
            return .quantity(quantity)
        }
        return .aggregate(quantity, extremes)
    }

    mutating func unit(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> Int32 {
        if let known = units.find(bytes) { return known }
        return units.insert(try references.unit(String(decoding: bytes, as: UTF8.self)), for: bytes)
    }

    private mutating func activity(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> ValueEntry {
        if let known = activityTypes.find(bytes) { return known }
        let value = try SampleInterpreter.value(
            bytes, field: "workoutActivityType", Catalogue.workoutActivityType(named:),
            exportString: Catalogue.workoutActivityTypeExportString)
        return activityTypes.insert(value, for: bytes)
    }

    private mutating func categoryValue(of open: SampleElement, _ type: TypeEntry) throws(Refusal) -> ValueEntry {
        guard let text = open.value else { return ValueEntry() }
        if let known = categoryValues.find(text, in: type.index) { return known }
        let value = try SampleInterpreter.value(text, field: "value") { name in
            type.valueEnum.flatMap { Catalogue.categoryValue(enum: $0, named: name) }
                ?? (type.isCatalogued ? SampleInterpreter.rawValue(name) : nil)
        } exportString: { rawValue in
            type.valueEnum.flatMap { Catalogue.categoryExportString(enum: $0, rawValue: rawValue) }
        }
        return categoryValues.insert(value, for: text, in: type.index)
    }

    /// Parses a raw value, because iOS 8 and 9 wrote categories as numbers.
    private static func rawValue(_ text: String) -> Int32? {
        Int32(text).flatMap { String($0) == text ? $0 : nil }
    }

    private static func value(
        _ bytes: ArraySlice<UInt8>, field: String, _ rawValue: (String) -> Int32?, exportString: (Int32) -> String?
    ) throws(Refusal) -> ValueEntry {
        guard bytes.count <= valueBytesMax else {
            throw Refusal(.fieldTooLong, field: field, "\(field) is longer than \(valueBytesMax) bytes")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let value = rawValue(text) else { return ValueEntry(rawValue: nil, sent: text) }
        return ValueEntry(rawValue: value, sent: exportString(value) == text ? nil : text)
    }

    /// Returns the data that have no column: other attributes, children other than metadata and
    /// records, and `members`.
    ///
    /// - Parameter members: members with HealthKit's names, without the braces around them.
    private func parts(of open: SampleElement, _ kind: SampleType.Kind, members: [UInt8]) -> [UInt8] {
        var attributes = open.otherAttributes
        if kind == .other, let value = open.value { attributes.append(("value", Array(value))) }
        if kind != .quantity, let unit = open.unit { attributes.append(("unit", Array(unit))) }
        var (children, members) = (open.children.bytes, members)
        if open.element == .workout, !children.isEmpty {
            var parts = MemberWriter()
            if let rest = WorkoutMembers.write(children, to: &parts) { (children, members) = (rest, parts.members) }
        }
        guard !attributes.isEmpty || !children.isEmpty || !members.isEmpty else { return [] }
        return JSONWriter.object { writer in
            if !attributes.isEmpty {
                writer.key("attributes")
                writer.object { writer in
                    for attribute in attributes {
                        writer.key(attribute.name)
                        writer.value(String(decoding: attribute.value, as: UTF8.self))
                    }
                }
            }
            if !children.isEmpty {
                writer.key("children")
                writer.array { $0.raw(children) }
            }
            if !members.isEmpty { writer.raw(members) }
        }
    }
}
