import Foundation

/// The requests of one recording in files, in the order in which they are sent.
///
/// All functions block, so `WorkoutRecorder` calls them on a Dispatch queue.
struct RecordingQueue {
    private let directory: DurableDirectory
    private let lock: DirectoryLock
    /// The workout's uuid.
    let uuid: UUID
    /// The start of the workout. Nil if the recording has not begun.
    private(set) var start: Date?
    private var names: [String]
    private var nextNumber: Int

    private static let uuidName = "workout"
    private static let startName = "start"
    /// Most requests that wait. At one request a second they last for more than two hours without a
    /// connection.
    static let requestsMax = 10_000

    struct Request: Codable, Sendable {
        var method: String
        /// The path without a slash at its start.
        var path: String
        /// JSON; nil for a request without a body.
        var body: Data?
    }

    /// Opens the queue of a directory, which keeps the workout's uuid and start.
    ///
    /// - Throws: `HealthstoreError` `inUse` or `damaged`, or an error of the file system.
    init(_ url: URL) throws {
        lock = try DirectoryLock(url)
        directory = try DurableDirectory(url.appendingPathComponent("requests"))
        if directory.contains(RecordingQueue.uuidName) {
            let text = String(decoding: try directory.read(RecordingQueue.uuidName), as: UTF8.self)
            guard let known = UUID(uuidString: text) else {
                throw HealthstoreError(.damaged, "the file of the recording's uuid is damaged")
            }
            uuid = known
        } else {
            uuid = UUID()
            try directory.write(Data(uuid.uuidString.utf8), as: RecordingQueue.uuidName)
        }
        if directory.contains(RecordingQueue.startName) {
            let text = String(decoding: try directory.read(RecordingQueue.startName), as: UTF8.self)
            guard let seconds = TimeInterval(text) else {
                throw HealthstoreError(.damaged, "the file of the recording's start is damaged")
            }
            start = Date(timeIntervalSinceReferenceDate: seconds)
        }
        names = try directory.names().filter { Int($0) != nil }
        nextNumber = (names.last.flatMap { Int($0) } ?? 0) + 1
    }

    var count: Int { names.count }

    /// Keeps the start of the workout. The first start counts.
    ///
    /// - Throws: an error of the file system.
    mutating func begin(at start: Date) throws {
        guard self.start == nil else { return }
        let text = String(start.timeIntervalSinceReferenceDate)
        try directory.write(Data(text.utf8), as: RecordingQueue.startName)
        self.start = start
    }

    /// Returns after the requests are on disk. Appends none if not all fit.
    ///
    /// - Throws: `HealthstoreError` `outboxFull`, or an error of the file system.
    mutating func append(_ requests: [Request]) throws {
        guard names.count + requests.count <= RecordingQueue.requestsMax else {
            throw HealthstoreError(.outboxFull, "\(RecordingQueue.requestsMax) requests of the recording wait")
        }
        for request in requests { try append(request) }
    }

    private mutating func append(_ request: Request) throws {
        let name = DurableDirectory.name(nextNumber, digits: 9)
        try directory.write(try JSONEncoder().encode(request), as: name)
        names.append(name)
        nextNumber += 1
    }

    /// Returns the first request; nil if none waits.
    func first() throws -> (name: String, request: Request)? {
        guard let name = names.first else { return nil }
        do { return (name, try JSONDecoder().decode(Request.self, from: try directory.read(name))) } catch {
            throw HealthstoreError(.damaged, "a file of the recording is damaged")
        }
    }

    mutating func remove(_ name: String) throws {
        try directory.remove(name)
        names.removeAll { $0 == name }
    }
}
