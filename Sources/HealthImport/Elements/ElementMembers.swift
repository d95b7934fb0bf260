import HealthCore
import JSON
import XMLStream

/// The attributes and children of a sample's element that HealthKit defines. They become members of
/// the sample's parts, with the names that an app uses when it posts them.
///
/// - a Record: `heartbeats`, a list of `{"beatsPerMinute", "time", "timeSinceSeriesStart"}`.
///   `BeatClock` computes the times.
/// - a WorkoutRoute: `fileReference`, and `locations`, a list of `{"timestamp", "latitude",
///   "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "speed", "course"}`
///   (degrees, metres, metres per second).
/// - an Audiogram: `sensitivityPoints`, a list of `{"frequency", "leftEarSensitivity",
///   "rightEarSensitivity", "leftEarMasked", "leftEarClampingRange": {"lowerBound", "upperBound"},
///   …}` (Hz, dBHL).
/// - a VisionPrescription: `prescriptionType`, `expirationDate`, `brand`, and `attachments`, a list
///   of `{"identifier"}`. `rightEye` and `leftEye` are `{"sphere", "cylinder", "axis", "addPower",
///   "vertexDistance", "prism": {"amount", "angle"}, "farPupillaryDistance",
///   "nearPupillaryDistance", "baseCurve", "diameter"}` (D, deg, mm, pD).
/// - a ClinicalRecord: `identifier`, `sourceURL`, `fhirVersion`, `resourceFilePath`.
///
/// An unknown attribute keeps its name. An unknown child is not read by this type.
struct ElementMembers {
    /// The path, in the folder of the export, of the file whose content belongs to the sample.
    private(set) var file: String?
    private var attributes = MemberWriter()
    private var heartbeats: [Heartbeat] = []
    private var lists: [(name: String, json: JSONWriter)] = []
    private var eyes: [(name: String, json: [UInt8])] = []
    private var byteCount = 0
    /// For each open element that was accepted, true if it is a list of beats.
    private var open: [Bool] = []

    private struct Heartbeat {
        var time: [UInt8]?
        var members: MemberWriter
    }

    /// True if an element that was accepted is open.
    var isOpen: Bool { !open.isEmpty }
    var isTooLarge: Bool { byteCount > ElementCapture.bytesMax }

    // MARK: Attributes

    /// Reads an attribute.
    ///
    /// - Returns: false for an attribute that is not a member.
    mutating func note(_ name: ExportName, _ value: ArraySlice<UInt8>, of element: SampleElement.Element) -> Bool {
        switch (element, name) {
        case (.visionPrescription, .type): attributes.string("prescriptionType", value)
        case (.visionPrescription, .expirationDate): attributes.time("expirationDate", value)
        case (.visionPrescription, .brand): attributes.string("brand", value)
        case (.clinicalRecord, .identifier), (.clinicalRecord, .sourceURL), (.clinicalRecord, .fhirVersion):
            attributes.string(name.text, value)
        case (.clinicalRecord, .resourceFilePath):
            attributes.string(name.text, value)
            file = ElementMembers.path(value)
        default: return false
        }
        byteCount += value.count + 1
        return true
    }

    private static func path(_ value: ArraySlice<UInt8>) -> String? {
        let path = ExportPath.normalized(String(decoding: value, as: UTF8.self))
        return path.isEmpty ? nil : path
    }

    // MARK: Children

    /// Begins to read a child.
    ///
    /// - Returns: true if the child was accepted. The caller then calls `end` at the child's end.
    mutating func start(_ tag: XMLElement, _ name: ExportName?, in element: SampleElement.Element) -> Bool {
        guard let name, isTaken(tag, name, in: element) else { return false }
        open.append(name == .heartRateVariabilityMetadataList)
        byteCount += tag.byteCount + 1
        guard !isTooLarge else { return true }
        switch name {
        case .instantaneousBeatsPerMinute: heartbeats.append(ElementMembers.heartbeat(tag))
        case .location: append(ElementMembers.location(tag), to: "locations")
        case .sensitivityPoint: append(ElementMembers.sensitivityPoint(tag), to: "sensitivityPoints")
        case .attachment: append(ElementMembers.plain(tag), to: "attachments")
        case .rightEye, .leftEye:
            eyes.append((name == .rightEye ? "rightEye" : "leftEye", ElementMembers.lens(tag).object))
        case .fileReference:
            guard let path = tag.index(of: ExportName.path.rawValue) else { break }
            attributes.string("fileReference", tag.bytes(path))
            file = ElementMembers.path(tag.bytes(path))
        default: break
        }
        return true
    }

    mutating func end() { _ = open.popLast() }

    private func isTaken(_ tag: XMLElement, _ name: ExportName, in element: SampleElement.Element) -> Bool {
        if let isList = open.last { return isList && name == .instantaneousBeatsPerMinute }
        switch (element, name) {
        case (.record, .heartRateVariabilityMetadataList): return tag.attributeCount == 0
        case (.route, .location), (.audiogram, .sensitivityPoint), (.visionPrescription, .attachment): return true
        case (.route, .fileReference):
            return file == nil && tag.attributeCount == 1 && tag.index(of: ExportName.path.rawValue) != nil
        case (.visionPrescription, .rightEye): return !eyes.contains { $0.name == "rightEye" }
        case (.visionPrescription, .leftEye): return !eyes.contains { $0.name == "leftEye" }
        default: return false
        }
    }

    private mutating func append(_ members: MemberWriter, to list: String) {
        if !lists.contains(where: { $0.name == list }) { lists.append((list, JSONWriter())) }
        for index in lists.indices where lists[index].name == list { lists[index].json.raw(members.object) }
    }

    private static func heartbeat(_ tag: XMLElement) -> Heartbeat {
        var beat = Heartbeat(members: MemberWriter())
        forEachAttribute(of: tag) { name, nameText, value in
            switch name {
            case .bpm: beat.members.number("beatsPerMinute", value)
            case .time:
                beat.members.string("time", value)
                beat.time = Array(value)
            default: beat.members.string(nameText(), value)
            }
        }
        return beat
    }

    private static func location(_ tag: XMLElement) -> MemberWriter {
        var members = MemberWriter()
        forEachAttribute(of: tag) { name, nameText, value in
            switch name {
            case .date: members.time("timestamp", value)
            case .latitude, .longitude, .altitude, .horizontalAccuracy, .verticalAccuracy, .course, .speed:
                members.number(nameText(), value)
            default: members.string(nameText(), value)
            }
        }
        return members
    }

    private static func plain(_ tag: XMLElement) -> MemberWriter {
        var members = MemberWriter()
        forEachAttribute(of: tag) { members.string($1(), $2) }
        return members
    }

    private static func forEachAttribute(
        of tag: XMLElement, _ body: (ExportName?, () -> String, ArraySlice<UInt8>) -> Void
    ) {
        for index in 0..<tag.attributeCount {
            body(ExportName(rawValue: tag.attributeName(index)), { tag.attributeNameText(index) }, tag.bytes(index))
        }
    }

    // MARK: Parts

    /// Returns the members of a sample from `start` to `end`, without the braces around them.
    /// Returns an empty array if there are none.
    func members(from start: Instant, to end: Instant) -> [UInt8] {
        var all = attributes
        if !heartbeats.isEmpty {
            var clock = BeatClock(start: start.microseconds, end: end.microseconds)
            var json = JSONWriter()
            json.array { json in
                for beat in heartbeats {
                    var members = beat.members
                    if let offset = beat.time.flatMap({ clock.offset($0[...]) }) {
                        members.number("timeSinceSeriesStart", Double(offset) / Double(Instant.microsecondsPerSecond))
                    }
                    json.raw(members.object)
                }
            }
            all.raw("heartbeats", json.bytes)
        }
        for list in lists { all.raw(list.name, Array("[".utf8) + list.json.bytes + Array("]".utf8)) }
        for eye in eyes { all.raw(eye.name, eye.json) }
        return all.members
    }
}
