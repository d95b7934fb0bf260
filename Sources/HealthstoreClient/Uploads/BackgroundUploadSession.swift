#if canImport(Darwin)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension BackgroundTransport {
        /// Creates a transport on a background `URLSession`. Create it once at each start of the
        /// app, because two sessions must not have one identifier.
        ///
        /// - Parameters:
        ///   - identifier: the identifier of the session, which the system passes to
        ///     `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
        ///   - directory: a directory of this transport only, in the app's own container. It
        ///     contains health data.
        /// - Throws: an error of the file system.
        public init(identifier: String, directory: URL) throws {
            try self.init(
                session: BackgroundUploadSession(identifier: identifier), directory: directory,
                other: URLSessionTransport())
        }
    }

    /// A background `URLSession` as an `UploadSession`. The description of a task is the key of its
    /// upload, because the system keeps it for later processes.
    ///
    /// https://developer.apple.com/documentation/foundation/downloading-files-in-the-background
    private final class BackgroundUploadSession: UploadSession {
        let events: AsyncStream<UploadEvent>
        private let session: URLSession

        init(identifier: String) {
            let (events, continuation) = AsyncStream.makeStream(of: UploadEvent.self)
            self.events = events
            let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
            configuration.sessionSendsLaunchEvents = true
            configuration.isDiscretionary = false
            configuration.timeoutIntervalForResource = BackgroundTransport.uploadSecondsMax
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            session = URLSession(
                configuration: configuration, delegate: UploadDelegate(continuation), delegateQueue: queue)
        }

        func start(_ request: URLRequest, file: URL, key: String) {
            let task = session.uploadTask(with: request, fromFile: file)
            task.taskDescription = key
            task.resume()
        }

        func cancel(_ key: String) async {
            for task in await session.allTasks where task.taskDescription == key { task.cancel() }
        }

        func keys() async -> Set<String> { Set(await session.allTasks.compactMap(\.taskDescription)) }
    }

    /// @unchecked: the session calls all methods on its serial queue.
    private final class UploadDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let events: AsyncStream<UploadEvent>.Continuation
        /// The bodies of responses that have not ended.
        private var bodies: [Int: Data] = [:]

        init(_ events: AsyncStream<UploadEvent>.Continuation) {
            self.events = events
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            bodies[dataTask.taskIdentifier, default: Data()].append(data)
            // The task ends with an error, and the engine sends its batch again in smaller parts.
            if bodies[dataTask.taskIdentifier, default: Data()].count > BackgroundTransport.answerBytesMax {
                dataTask.cancel()
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let body = bodies.removeValue(forKey: task.taskIdentifier) ?? Data()
            guard let key = task.taskDescription else { return }
            let result = Result<HTTPAnswer, any Error> {
                if let error { throw error }
                guard let response = task.response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                return HTTPAnswer(response, body)
            }
            events.yield(.ended(key: key, result))
        }

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            events.yield(.allDelivered)
        }
    }
#endif
