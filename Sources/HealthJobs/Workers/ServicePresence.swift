import HealthDatabase
import Postgres
import Synchronization

/// Makes this service one of the `LiveServices`, and knows their number, by which the services
/// divide the limits of requests.
public final class ServicePresence: Sendable {
    /// Seconds between two counts of the services. 2 seconds.
    static let pollSeconds = 2.0
    /// The number of sessions that a service opens at most beside those of requests: those of
    /// workers, listeners and probes.
    public static let ownSessions = 16

    /// The number of the folder of uploads; 0 for a service without one.
    public let folder: Int32
    /// The number of sessions that the service opens at most.
    public let sessionsMax: Int
    private let worker: BackgroundWorker
    private let known: Atomic<Int>

    /// - Parameter others: the services that run already.
    public init(_ database: Database, folder: Int32, sessionsMax: Int, others: LiveServices, log: Log) {
        self.folder = folder
        self.sessionsMax = sessionsMax
        known = Atomic(others.count + 1)
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                database: database, applicationName: "healthstore presence", lockTimeout: "5s",
                pollSeconds: ServicePresence.pollSeconds, errorEvent: "presence_interrupted", log: log))
    }

    /// The number of services, with this one, at the last count. 1 or more.
    public var serviceCount: Int { known.load(ordering: .relaxed) }

    public func start() {
        worker.start { [self] session in
            var services = try LiveServices.read(session)
            if !services.hasOwn {
                try LiveServices.join(folder: folder, sessionsMax: sessionsMax, session)
                services = try LiveServices.read(session)
            }
            known.store(max(1, services.count), ordering: .relaxed)
            return false
        }
    }

    public func stop() async { await worker.stop() }
}
