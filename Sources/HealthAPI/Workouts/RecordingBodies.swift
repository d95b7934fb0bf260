import Foundation
import HealthCore
import HealthDatabase
import HealthImport
import JSON

/// The body with which a recording begins.
struct RecordingStart {
    /// The workout as it is stored when the recording begins.
    let sample: PostedSample
    private let batch: SampleBatch

    private static let copied: Set<String> = [
        "workoutActivityType", "startDate", "creationDate", "source", "device", "metadata",
    ]
    private static let indoorKey = "HKIndoorWorkout"

    /// - Throws: `Refusal`, which names the first field that is wrong; `JSONError`.
    init(uuid: UUID, body: [UInt8]) throws {
        sample = try JSONParser(bytesMax: BatchParser.decodedBytesMax).parse(body) { root in
            try RecordingFields.check(root, members: RecordingStart.copied.union(["locationType"]))
            let start = try RecordingFields.instant(root["startDate"], "startDate")
            var sample = PostedSample(uuid: uuid, type: RecordingStore.workoutType, start: start, end: start)
            for name in RecordingStart.copied { sample[name] = root[name].present?.minified }
            if let isIndoor = try RecordingStart.isIndoor(root["locationType"].present) {
                sample["metadata"] = try RecordingStart.metadata(root["metadata"].present, isIndoor: isIndoor)
            }
            sample[RecordingState.member] = Array("true".utf8)
            return sample
        }
        batch = try sample.batch()
    }

    /// Reads `HKWorkoutSessionLocationType`. Nil for an unknown location.
    private static func isIndoor(_ value: JSONValue?) throws(Refusal) -> Bool? {
        guard let value else { return nil }
        switch value.string {
        case "indoor": return true
        case "outdoor": return false
        case "unknown": return nil
        default:
            throw Refusal(
                .unknownValue, field: "locationType", "locationType must be indoor, outdoor or unknown")
        }
    }

    private static func metadata(_ value: JSONValue?, isIndoor: Bool) throws(Refusal) -> [UInt8] {
        if let value { try RecordingFields.object(value, "metadata") }
        if let sent = value?[indoorKey].present {
            guard sent.bool ?? sent.int64.map({ $0 != 0 }) == isIndoor else {
                throw Refusal(
                    .contradictory, field: "locationType",
                    "locationType and metadata.\(indoorKey) contradict each other")
            }
            return value?.minified ?? []
        }
        return JSONWriter.object { writer in
            value?.forEachMember { name, value in
                guard name != indoorKey else { return }
                writer.member(name, value)
            }
            writer.member(indoorKey, isIndoor)
        }
    }

    /// Returns the first field in which a stored workout differs from this start; nil if the stored
    /// workout began so. Metadata that were added since do not count.
    ///
    /// - Throws: `JSONError`.
    func difference(from stored: PostedSample) throws -> String? {
        guard let known = try? stored.batch(), let old = known.samples.first?.sample,
            let new = batch.samples.first?.sample, case .workout(let before) = old.content,
            case .workout(let after) = new.content
        else { return "uuid" }
        if old.start != new.start { return "startDate" }
        if before.activityType != after.activityType || before.sentActivityType != after.sentActivityType {
            return "workoutActivityType"
        }
        let (origin, asked) = (known.references, batch.references)
        if origin.sourceRevisions[Int(old.sourceRevision)] != asked.sourceRevisions[Int(new.sourceRevision)] {
            return "source"
        }
        if old.device.map({ origin.devices[Int($0)] }) != new.device.map({ asked.devices[Int($0)] }) {
            return "device"
        }
        if let creation = new.members.creation, old.members.creation != creation { return "creationDate" }
        return try RecordingFinish.contains(stored["metadata"], sample["metadata"]) ? nil : "metadata"
    }
}

/// The body with which a recording is finished.
struct RecordingFinish {
    /// The members of the finished workout, in the order in which they are compared.
    private static let members = [
        "endDate", "duration", "totalEnergyBurned", "totalDistance", "creationDate", "workoutStatistics",
        "workoutZoneGroups", "metadata",
    ]
    private static let times: Set<String> = ["endDate", "creationDate"]

    private let sent: [String: [UInt8]]

    /// - Throws: `Refusal` for a body without a time `endDate` or with an unknown field;
    ///   `JSONError`.
    init(body: [UInt8]) throws {
        sent = try JSONParser(bytesMax: BatchParser.decodedBytesMax).parse(body) { root in
            try RecordingFields.check(root, members: Set(RecordingFinish.members))
            _ = try RecordingFields.instant(root["endDate"], "endDate")
            if let metadata = root["metadata"].present { try RecordingFields.object(metadata, "metadata") }
            for name in ["workoutStatistics", "workoutZoneGroups"] {
                guard let value = root[name].present, value.kind != .array else { continue }
                throw Refusal(.malformedField, field: name, "\(name) must be an array")
            }
            return Dictionary(
                uniqueKeysWithValues: RecordingFinish.members.compactMap { name in
                    root[name].present.map { (name, $0.canonical) }
                })
        }
    }

    /// Finishes a recorded workout. Metadata are added to those that it has.
    ///
    /// - Throws: `JSONError`.
    func apply(to sample: inout PostedSample) throws {
        for (name, json) in sent where name != "metadata" { sample[name] = json }
        sample[RecordingState.member] = nil
        guard let added = sent["metadata"] else { return }
        var members: [(String, [UInt8])] = []
        for json in [sample["metadata"], added].compactMap(\.self) {
            try JSONParser(bytesMax: PostedSample.bytesMax).parse(json) { root in
                root.forEachMember { name, value in
                    members.removeAll { $0.0 == name }
                    members.append((name, value.minified))
                }
            }
        }
        sample["metadata"] = JSONWriter.object { writer in
            for (name, json) in members { writer.member(name, json: json) }
        }
    }

    /// Returns the first field in which a finished workout differs from this body; nil if it was
    /// finished so.
    ///
    /// - Throws: `JSONError`.
    func difference(from stored: PostedSample) throws -> String? {
        try RecordingFinish.members.first { name in
            guard let asked = sent[name] else { return false }
            guard let known = stored[name] else { return true }
            if name == "metadata" { return try !RecordingFinish.contains(known, asked) }
            return try PostedSample.compare(known, asked) { known, asked in
                guard RecordingFinish.times.contains(name) else { return known.canonical != asked.canonical }
                return known.string.flatMap { Instant(rfc3339: $0) } != asked.string.flatMap { Instant(rfc3339: $0) }
            }
        }
    }

    /// Returns true if an object has all members of another one.
    static func contains(_ known: [UInt8]?, _ asked: [UInt8]?) throws -> Bool {
        guard let asked else { return true }
        let none = Array("{}".utf8)
        return try PostedSample.compare(known ?? none, asked) { known, asked in
            var isContained = true
            asked.forEachMember { name, value in
                if known[name]?.canonical != value.canonical { isContained = false }
            }
            return isContained
        }
    }
}
