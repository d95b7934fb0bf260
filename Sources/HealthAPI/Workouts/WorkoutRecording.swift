import Foundation
import HealthCore
import HealthDatabase
import JSON

/// The recording of one workout: the counterpart of HealthKit's `HKWorkoutBuilder`.
///
/// Each function runs in one transaction. A request that is sent again changes nothing. The order
/// of requests after the first does not matter: parts that arrive after the finish are added, too.
///
/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder
struct WorkoutRecording {
    let uuid: UUID
    let store: RecordingStore
    let now: Instant

    /// Begins the recording.
    ///
    /// - Returns: the workout, as each function does; nil if it was discarded.
    /// - Throws: `APIError` if the uuid belongs to something else, or if too many recordings are
    ///   open; `Refusal`, `PostgresError`, `HealthDatabaseError`, `JSONError`.
    func begin(_ start: RecordingStart) throws -> StoredSample? {
        try store.exclusively {
            switch try store.find(uuid, type: RecordingStore.workoutType) {
            case .stored(let sample):
                try check(sample, unreadable: WorkoutRecording.unreadable)
                if let field = try start.difference(from: PostedSample(sample, type: RecordingStore.workoutType)) {
                    throw WorkoutRecording.exists(field)
                }
                return sample
            case .otherType: throw WorkoutRecording.exists("uuid")
            case .deleted: throw WorkoutRecording.discarded
            case .none:
                let open = try store.workouts(near: now).filter { sample in
                    try WorkoutParts(sample.parts, workoutEnd: sample.end).isRecording
                }
                guard open.count < RecordingState.openMax else {
                    throw APIError(
                        .tooManyRecordings, "the person has \(RecordingState.openMax) running or paused recordings",
                        hint: "finish or discard one; GET /v1/workouts lists them with their recordingState")
                }
                return try write(start.sample)
            }
        }
    }

    /// Adds events, activities and locations.
    ///
    /// - Throws: The same errors as `begin`.
    func add(_ parts: RecordingParts) throws -> StoredSample? {
        try store.exclusively {
            let stored = try storedWorkout()
            var sample = try PostedSample(stored, type: RecordingStore.workoutType)
            let isRecorded = sample[RecordingState.member] != nil
            for (name, new) in [("workoutEvents", parts.events), ("workoutActivities", parts.activities)]
            where !new.isEmpty {
                sample[name] = try RecordingParts.merged(sample[name], new, time: "startDate")
            }
            var latest = parts.latest
            if let route = parts.route {
                try add(route, to: stored, isRecorded: isRecorded)
                latest = route.locations.map(\.start).reduce(latest ?? .earliest, max)
            }
            if isRecorded, let latest, latest > stored.end { sample["endDate"] = PostedSample.text(latest.rfc3339) }
            return try write(sample)
        }
    }

    /// Finishes the recording, and that of its routes.
    ///
    /// - Throws: The same errors as `begin`; `APIError` if it is finished with other content.
    func finish(_ finish: RecordingFinish) throws -> StoredSample? {
        try store.exclusively {
            let stored = try storedWorkout()
            var sample = try PostedSample(stored, type: RecordingStore.workoutType)
            guard sample[RecordingState.member] != nil else {
                if let field = try finish.difference(from: sample) { throw WorkoutRecording.finished(field) }
                return stored
            }
            try finish.apply(to: &sample)
            let answer = try write(sample)
            for var route in try recordedRoutes().map({ try PostedSample($0, type: RecordingStore.routeType) }) {
                route[RecordingState.member] = nil
                try store.write(route.batch())
            }
            return answer
        }
    }

    /// Discards the recording, and the routes that it collected. Samples that name the workout
    /// stay, as in HealthKit.
    ///
    /// - Throws: The same errors as `begin`; `APIError` if the workout is finished.
    func discard() throws -> StoredSample? {
        try store.exclusively {
            if case .deleted = try store.find(uuid, type: RecordingStore.workoutType) { return nil }
            let stored = try storedWorkout()
            guard try WorkoutParts(stored.parts, workoutEnd: stored.end).isRecording else {
                throw APIError(
                    .recordingFinished, "the recording is finished already, so it cannot be discarded",
                    key: "parameter", "uuid", hint: "POST /v1/batches deletes a workout")
            }
            var batch = SampleBatch()
            batch.deletions = ([stored] + (try recordedRoutes())).map { SampleBatch.Deletion(uuid: $0.uuid) }
            try store.write(batch)
            return nil
        }
    }

    // MARK: Parts

    private func storedWorkout() throws -> StoredSample {
        switch try store.find(uuid, type: RecordingStore.workoutType) {
        case .stored(let sample):
            try check(sample, unreadable: WorkoutRecording.unknown)
            return sample
        case .deleted: throw WorkoutRecording.discarded
        case .none, .otherType: throw WorkoutRecording.unknown
        }
    }

    /// Checks that the caller may read and write the workout.
    ///
    /// - Parameter unreadable: the error if the caller may not read it. It is the same as if the
    ///   store did not have the workout.
    private func check(_ sample: StoredSample, unreadable: APIError) throws {
        guard store.mayRead(RecordingStore.workoutType, from: sample.start, to: sample.end) else {
            throw unreadable
        }
        if let refusal = store.refusal(of: RecordingStore.workoutType, from: sample.start, to: sample.end) {
            throw refusal
        }
    }

    private func write(_ sample: PostedSample) throws -> StoredSample? {
        try store.write(sample.batch())
        guard case .stored(let stored) = try store.find(uuid, type: RecordingStore.workoutType) else {
            throw WorkoutRecording.discarded
        }
        guard store.mayRead(RecordingStore.workoutType, from: stored.start, to: stored.end) else {
            throw WorkoutRecording.unreadable
        }
        return stored
    }

    private func add(
        _ route: (uuid: UUID, locations: [RecordingParts.Part]), to workout: StoredSample, isRecorded: Bool
    ) throws {
        let times = route.locations.map(\.start)
        var (start, end) = (times.min() ?? workout.start, times.max() ?? workout.start)
        let name = PostedSample.text(uuid.uuidString.lowercased())
        var known: PostedSample?
        switch try store.find(route.uuid, type: RecordingStore.routeType) {
        case .none: break
        case .stored(let sample):
            let stored = try PostedSample(sample, type: RecordingStore.routeType)
            guard stored["workout"] == name else { throw WorkoutRecording.exists("workoutRoute.uuid") }
            (start, end) = (min(start, sample.start), max(end, sample.end))
            known = stored
        case .otherType: throw WorkoutRecording.exists("workoutRoute.uuid")
        case .deleted:
            throw Refusal(.deletedBefore, field: "workoutRoute.uuid", "the route was deleted before")
        }
        var sample = known ?? PostedSample(uuid: route.uuid, type: RecordingStore.routeType, start: start, end: end)
        if known == nil {
            sample.copyOrigin(of: workout)
            sample["workout"] = name
            if isRecorded { sample[RecordingState.member] = Array("true".utf8) }
        }
        sample["startDate"] = PostedSample.text(start.rfc3339)
        sample["endDate"] = PostedSample.text(end.rfc3339)
        sample["locations"] = try RecordingParts.merged(sample["locations"], route.locations, time: "timestamp")
        try store.write(sample.batch())
    }

    /// Returns the workout's routes that arrive in pieces and are not finished.
    private func recordedRoutes() throws -> [StoredSample] {
        try store.routes(of: uuid).compactMap { route in
            guard case .stored(let sample) = try store.find(route, type: RecordingStore.routeType) else { return nil }
            return try PostedSample(sample, type: RecordingStore.routeType)[RecordingState.member] == nil ? nil : sample
        }
    }

    // MARK: Errors

    private static let unreadable = APIError(
        .readNotGranted, "a workout is recorded by a token that may also read workouts of the time",
        hint: "GET /v1/access lists what the token may do")

    private static let unknown = APIError(
        .unknownWorkout, "the person has no workout of this uuid", key: "parameter", "uuid",
        hint: "PUT /v1/workouts/{uuid}/recording begins one")

    private static let discarded = APIError(
        .recordingDiscarded, "the workout was discarded or deleted", key: "parameter", "uuid",
        hint: "begin a recording with another uuid")

    private static func exists(_ field: String) -> APIError {
        APIError(
            .workoutExists, "the uuid belongs to a sample with another \(field)", key: "field", field,
            hint: "choose a new random uuid for each workout and route")
    }

    private static func finished(_ field: String) -> APIError {
        APIError(
            .recordingFinished, "the recording is finished already, with another \(field)", key: "field", field,
            hint: "POST /v1/batches replaces a finished workout")
    }
}

/// The state of a recording in an answer.
struct ShownRecording: Shaped {
    let uuid: UUID
    private(set) var state = "discarded"
    private var sample: StoredSample?
    private var timing: WorkoutTiming?

    /// - Parameter sample: the workout; nil if it was discarded.
    init(_ uuid: UUID, _ sample: StoredSample?, now: Instant) throws {
        self.uuid = uuid
        self.sample = sample
        guard let sample else { return }
        let parts = try WorkoutParts(sample.parts, workoutEnd: sample.end)
        let present = RecordingState(start: sample.start, end: sample.end, events: parts.events, now: now)
        state = parts.isRecording ? present.rawValue : "finished"
        timing = WorkoutTiming(
            start: sample.start, end: sample.end, events: parts.events, duration: sample.workout?.duration)
    }

    static let shape = Shape<Self>([
        .member("uuid", \.uuid),
        .member(
            "state", \.state, as: .choice(RecordingState.allCases.map(\.rawValue) + ["finished", "discarded"])),
        .optional("startDate", \.sample?.start),
        .optional("endDate", \.sample?.end, "The end, or the time of the newest data."),
        .optional("duration", \.timing?.duration, "In seconds, without pauses."),
        .optional("elapsedTime", \.timing?.elapsedTime),
    ]).named("Recording")
}
