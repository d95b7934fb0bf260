import Foundation
import HealthCore
import HealthDatabase
import HealthImport
import JSON

/// A sample as the members with which a client posts it in a batch.
///
/// A recording changes members of a stored workout and stores it again in this form. So a finished
/// workout is equal to the same workout that was posted whole.
struct PostedSample {
    /// The JSON of each member.
    private var members: [String: [UInt8]] = [:]

    /// Longest JSON of a stored workout or route. PostgreSQL may write it with more bytes than were
    /// sent. 64 MiB.
    static let bytesMax = 64 << 20

    init(uuid: UUID, type: String, start: Instant, end: Instant) {
        self["uuid"] = PostedSample.text(uuid.uuidString.lowercased())
        self["type"] = PostedSample.text(type)
        self["startDate"] = PostedSample.text(start.rfc3339)
        self["endDate"] = PostedSample.text(end.rfc3339)
    }

    /// - Parameter type: the identifier of the sample's type.
    /// - Throws: `JSONError`.
    init(_ sample: StoredSample, type: String) throws {
        self.init(uuid: sample.uuid, type: type, start: sample.start, end: sample.end)
        try copyMembers(of: SampleMembers.shape.json(of: sample.members))
        if let workout = sample.workout {
            if let activity = workout.activityType {
                self["workoutActivityType"] = Array(String(activity).utf8)
            } else {
                self["workoutActivityType"] = workout.sentActivityType.map(PostedSample.text)
            }
            self["duration"] = workout.duration.map(\.json.bytes)
            self["totalEnergyBurned"] = workout.totalEnergyBurned.map(\.json.bytes)
            self["totalDistance"] = workout.totalDistance.map(\.json.bytes)
        }
        copyOrigin(of: sample)
        self["metadata"] = sample.metadata
        if let parts = sample.parts { try copyMembers(of: parts) }
    }

    private mutating func copyMembers(of json: [UInt8]) throws {
        try JSONParser(bytesMax: PostedSample.bytesMax).parse(json) { root in
            root.forEachMember { self[$0] = $1.minified }
        }
    }

    subscript(name: String) -> [UInt8]? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// Takes the source and the device of a stored sample.
    mutating func copyOrigin(of sample: StoredSample) {
        self["source"] = StoredSample.sentSource.json(of: sample)
        if let device = sample.device { self["device"] = device.json.bytes }
    }

    /// Returns a batch of this sample alone.
    ///
    /// A sync identifier counts only when the recording is finished. Otherwise each further request
    /// would be an older version of it.
    ///
    /// - Throws: `Refusal` for a member that a batch refuses; `JSONError`.
    func batch() throws -> SampleBatch {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array("samples") { writer in
                writer.object { writer in
                    for (name, json) in members.sorted(by: { $0.key < $1.key }) { writer.member(name, json: json) }
                }
            }
        }
        let parsed = try BatchParser.parse(writer.bytes)
        if let rejected = parsed.rejected.first { throw rejected.refusal }
        var batch = parsed.batch
        if members[RecordingState.member] != nil {
            for index in batch.samples.indices { batch.samples[index].sample.sync = nil }
        }
        return batch
    }

    /// Compares two JSON texts.
    static func compare(
        _ known: [UInt8], _ asked: [UInt8], _ body: (JSONValue, JSONValue) throws -> Bool
    ) throws -> Bool {
        // A parser has one document at a time.
        try JSONParser(bytesMax: bytesMax).parse(known) { known in
            try JSONParser(bytesMax: bytesMax).parse(asked) { try body(known, $0) }
        }
    }

    static func text(_ text: String) -> [UInt8] { text.json.bytes }
}
