import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests directly, and uploads batches that go on while the app is suspended or not
/// running.
///
/// iOS may delay uploads that begin in the background for hours, whatever a session asks for. So
/// the engine sends directly while the app runs, and starts uploads of what is left when its time
/// ends (`SyncEngine.sync(_:until:)`, `SyncEngine.continueInBackground()`).
///
/// The idempotency key of a batch identifies its upload. If the app is started again, the engine
/// sends the waiting batches of its outbox with the same keys. For each key, the transport then
/// returns the response that has arrived, or sends the batch directly and cancels the upload. The
/// service stores a batch once in each case.
///
/// A background session follows redirections. So the address of the client must be the final one.
public actor BackgroundTransport: HTTPTransport, UploadStarting {
    /// The maximum number of uploads at the same time.
    public static let uploadsMax = 8
    /// The maximum number of responses that are kept until the engine asks for them. Batches whose
    /// responses are not kept are sent again.
    public static let answersMax = 100
    /// The maximum size of a response in bytes.
    public static let answerBytesMax = 8 << 20
    /// The seconds after which iOS gives an upload up. The engine then sends the batch again. A
    /// day.
    public static let uploadSecondsMax: TimeInterval = 86_400

    nonisolated var uploadCountMax: Int { BackgroundTransport.uploadsMax }
    private let session: any UploadSession
    private let other: any HTTPTransport
    /// Contains a file `KEY.body` for each upload and a file `KEY.answer` for each kept response.
    private let files: DurableDirectory
    /// The uploads that have not ended. Nil until the session was asked for those of an earlier
    /// process.
    private var running: Set<String>?
    /// The uploads that ended while the session was asked.
    private var endedEarly: Set<String> = []
    private var deliveries = 0
    private var deliveryWaiters: [UUID: CheckedContinuation<Void, Never>] = [:]

    private static let bodySuffix = ".body"
    private static let answerSuffix = ".answer"

    /// - Throws: an error of the file system.
    init(session: any UploadSession, directory: URL, other: any HTTPTransport) throws {
        self.session = session
        self.other = other
        files = try DurableDirectory(directory)
        Task { [weak self, events = session.events] in
            for await event in events { await self?.handle(event) }
        }
    }

    // MARK: Sending

    /// - Throws: as `URLSessionTransport`; an error of the file system.
    public func send(_ request: URLRequest) async throws -> HTTPAnswer {
        guard let key = BackgroundTransport.key(of: request) else { return try await other.send(request) }
        try await findRunning()
        if let answer = takeAnswer(key) { return answer }
        let answer = try await other.send(request)
        if answer.status == 200, running?.contains(key) == true { await session.cancel(key) }
        return answer
    }

    /// - Throws: an error of the file system.
    func start(_ request: URLRequest) async throws {
        guard let key = BackgroundTransport.key(of: request) else { return }
        try await findRunning()
        guard (running?.count ?? 0) < uploadCountMax, !files.contains(key + BackgroundTransport.answerSuffix) else {
            return
        }
        try upload(request, key)
    }

    private func upload(_ request: URLRequest, _ key: String) throws {
        guard running?.contains(key) != true else { return }
        let name = key + BackgroundTransport.bodySuffix
        if files.contains(name) { try files.remove(name) }
        try files.write(request.httpBody ?? Data(), as: name)
        var request = request
        request.httpBody = nil
        running?.insert(key)
        session.start(request, file: files.url.appendingPathComponent(name), key: key)
    }

    /// Only batches have keys, which are safe as names of files.
    private static func key(of request: URLRequest) -> String? {
        guard request.httpBody != nil, let key = request.value(forHTTPHeaderField: "Idempotency-Key"),
            !key.isEmpty, key.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit })
        else { return nil }
        return key
    }

    /// Finds the uploads of an earlier process, and removes the bodies that no upload needs.
    private func findRunning() async throws {
        guard running == nil else { return }
        let keys = await session.keys()
        guard running == nil else { return }
        running = keys.subtracting(endedEarly)
        endedEarly = []
        for name in try files.names() where name.hasSuffix(BackgroundTransport.bodySuffix) {
            if !keys.contains(String(name.dropLast(BackgroundTransport.bodySuffix.count))) { try files.remove(name) }
        }
    }

    // MARK: Responses

    private func handle(_ event: UploadEvent) {
        switch event {
        case .ended(let key, let result): end(key, result)
        case .allDelivered:
            deliveries += 1
            for waiter in deliveryWaiters.values { waiter.resume() }
            if !deliveryWaiters.isEmpty { deliveries = 0 }
            deliveryWaiters = [:]
        }
    }

    private func end(_ key: String, _ result: Result<HTTPAnswer, any Error>) {
        if running == nil { endedEarly.insert(key) } else { running?.remove(key) }
        // A body that stays is removed at the next start.
        try? files.remove(key + BackgroundTransport.bodySuffix)
        if case .success(let answer) = result, answer.status == 200 { keep(answer, key) }
        // Without a kept response, the engine sends the batch again, and learns about an error.
    }

    private func keep(_ answer: HTTPAnswer, _ key: String) {
        let name = key + BackgroundTransport.answerSuffix
        let count = (try? files.names().count { $0.hasSuffix(BackgroundTransport.answerSuffix) }) ?? .max
        guard count < BackgroundTransport.answersMax, !files.contains(name) else { return }
        // A response that is not kept is asked for again.
        try? files.write(answer.body, as: name)
    }

    private func takeAnswer(_ key: String) -> HTTPAnswer? {
        let name = key + BackgroundTransport.answerSuffix
        guard files.contains(name), let body = try? files.read(name) else { return nil }
        // A response that stays belongs to a batch that is not sent again.
        try? files.remove(name)
        return HTTPAnswer(status: 200, body: body)
    }

    // MARK: Launches in the background

    /// Waits until the system has delivered all ends of uploads for which it started the app. Call
    /// it in `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// - Parameter seconds: the maximum time to wait.
    public func waitForDelivery(seconds: TimeInterval = 20) async {
        if deliveries > 0 { return deliveries = 0 }
        let id = UUID()
        let timer = Task {
            try await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 3_600)) * 1_000_000_000))
            deliveryWaiters.removeValue(forKey: id)?.resume()
        }
        await withCheckedContinuation { deliveryWaiters[id] = $0 }
        timer.cancel()
    }
}
