import Foundation

/// Records a workout live on the service: the counterpart of `HKWorkoutBuilder`.
///
/// Each call writes its request to a file and returns. `send()` sends the files in order. Nothing
/// is lost if the app or the phone stops: open a recorder of the same directory and call `send()`
/// again. The service ignores requests that it has already.
///
/// A directory belongs to one workout. Delete it after the workout was finished or discarded and
/// `send()` has returned.
public actor WorkoutRecorder {
    /// The time in seconds that one route holds. The locations of each later hour of the workout
    /// belong to a further route.
    public static let routeSecondsMax: TimeInterval = 3_600

    /// The uuid of the workout. A sample or series of HealthKit may name it.
    public nonisolated let uuid: UUID
    private let client: HealthstoreClient
    private let worker: FileWorker<RecordingQueue>
    /// The last call of `send`, which may run.
    private var sending: Task<[BatchReceipt.Rejection], any Error>?

    /// Where the workout takes place, as in `HKWorkoutSessionLocationType`.
    public enum Location: String, Sendable {
        case unknown, indoor, outdoor
    }

    /// Opens the recording of a directory, or a new one.
    ///
    /// - Throws: `HealthstoreError` `inUse` if another recorder uses the directory, or `damaged`.
    public init(client: HealthstoreClient, directory: URL) async throws {
        self.client = client
        worker = try await FileWorker.open("healthstore.recording") { try RecordingQueue(directory) }
        uuid = try await worker.run { $0.uuid }
    }

    /// The number of requests that wait to be sent.
    public var waitingCount: Int {
        get async throws { try await worker.run { $0.count } }
    }

    // MARK: Recording

    /// Begins the workout. Call it once, before all other functions.
    ///
    /// - Parameter activity: the name or raw value of an `HKWorkoutActivityType`.
    /// - Throws: `HealthstoreError` `outboxFull`; an error of the file system; `EncodingError`.
    public func begin(
        _ activity: SampleRecord.Value, location: Location = .unknown, at start: Date, source: SampleRecord.Source,
        device: SampleRecord.Device? = nil, metadata: [String: AnyJSON]? = nil
    ) async throws {
        let begin = try request(
            "PUT", path,
            RecordingBody.Start(
                workoutActivityType: activity, locationType: location.rawValue, startDate: start, source: source,
                device: device, metadata: metadata))
        try await worker.run { queue in
            try queue.begin(at: start)
            try queue.append([begin])
        }
    }

    /// Adds samples, series or routes that belong to the workout.
    ///
    /// - Throws: The same errors as `begin`.
    public func add(_ samples: [SampleRecord]) async throws {
        guard !samples.isEmpty else { return }
        let named = samples.map { RecordingBody.NamedSample(sample: $0, workout: uuid) }
        try await append("POST", "v1/batches", RecordingBody.Samples(samples: named))
    }

    /// - Throws: The same errors as `begin`.
    public func add(_ events: [WorkoutEvent]) async throws {
        guard !events.isEmpty else { return }
        try await append("POST", path, RecordingBody.Parts(workoutEvents: events))
    }

    /// Adds an activity, or replaces the activity with the same uuid when it has ended.
    ///
    /// - Throws: The same errors as `begin`.
    public func add(_ activity: WorkoutActivity) async throws {
        try await append("POST", path, RecordingBody.Parts(workoutActivities: [activity]))
    }

    /// Adds a piece of the route.
    ///
    /// A long workout has a route for each hour (`routeSecondsMax`), as an `HKWorkout` may have
    /// several. The recorder divides the locations and makes the uuids of the further routes.
    ///
    /// - Parameter route: the uuid of the route, the same for each piece. It is the uuid of the
    ///   route of the first hour.
    /// - Throws: The same errors as `begin`.
    public func add(_ locations: [RouteLocation], toRoute route: UUID) async throws {
        guard !locations.isEmpty else { return }
        let hours = HourlyRoute(uuid: route, start: try await worker.run { $0.start })
        let requests = try hours.pieces(locations).map { piece in
            let route = RecordingBody.Route(uuid: piece.route, locations: piece.locations)
            return try request("POST", path, RecordingBody.Parts(workoutRoute: route))
        }
        try await worker.run { try $0.append(requests) }
    }

    /// - Throws: The same errors as `begin`.
    public func pause(at date: Date) async throws {
        try await add([WorkoutEvent(type: .name("pause"), startDate: date)])
    }

    /// - Throws: The same errors as `begin`.
    public func resume(at date: Date) async throws {
        try await add([WorkoutEvent(type: .name("resume"), startDate: date)])
    }

    /// Finishes the workout.
    ///
    /// - Parameters:
    ///   - energy: the burned energy in kilocalories.
    ///   - distance: the distance in metres.
    ///   - metadata: is added to the metadata of the beginning.
    /// - Throws: The same errors as `begin`.
    public func finish(
        at end: Date, energy: Double? = nil, distance: Double? = nil, metadata: [String: AnyJSON]? = nil
    ) async throws {
        try await append(
            "POST", path + "/finish",
            RecordingBody.Finish(
                endDate: end, totalEnergyBurned: energy, totalDistance: distance, metadata: metadata))
    }

    /// Discards the workout. Samples that were added stay, as in HealthKit.
    ///
    /// - Throws: The same errors as `begin`.
    public func discard() async throws {
        let request = RecordingQueue.Request(method: "DELETE", path: path)
        try await worker.run { try $0.append([request]) }
    }

    // MARK: Sending

    /// Sends all requests that wait, in order. Calls at the same time run one after the other.
    ///
    /// - Returns: the samples that the service refused, with their codes and fields.
    /// - Throws: `HealthstoreError`. If `isTransient` is true, nothing is lost: call `send()`
    ///   again. If its code is `refused` or `tooLarge`, the service refused one request, which was
    ///   removed; the rest waits. `CancellationError`.
    @discardableResult
    public func send() async throws -> [BatchReceipt.Rejection] {
        let earlier = sending
        let task = Task {
            _ = await earlier?.result
            return try await sendAll()
        }
        sending = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func sendAll() async throws -> [BatchReceipt.Rejection] {
        var rejected: [BatchReceipt.Rejection] = []
        while let (name, request) = try await worker.run({ try $0.first() }) {
            try Task.checkCancellation()
            let answer: HTTPAnswer
            do {
                answer = try await client.send(request.path, request.body ?? Data(), method: request.method)
            } catch let error as HealthstoreError {
                if error.code == .refused || error.code == .tooLarge {
                    try await worker.run { try $0.remove(name) }
                }
                throw error
            }
            if let receipt = try? JSONDecoder().decode(BatchReceipt.self, from: answer.body) {
                rejected += receipt.rejected
            }
            try await worker.run { try $0.remove(name) }
        }
        return rejected
    }

    private var path: String { "v1/workouts/\(uuid.uuidString.lowercased())/recording" }

    private func append(_ method: String, _ path: String, _ body: some Encodable) async throws {
        let request = try request(method, path, body)
        try await worker.run { try $0.append([request]) }
    }

    private func request(_ method: String, _ path: String, _ body: some Encodable) throws -> RecordingQueue.Request {
        RecordingQueue.Request(method: method, path: path, body: try JSONEncoder.sorted.encode(body))
    }
}
