import EmbeddedPostgres
import HTTPServer
import HealthAPI
import HealthDatabase
import HealthJobs
import Postgres
import Synchronization

/// The parts of the service, and the order in which they start and stop.
extension ServeCommand {
    /// A part of the service that runs until the service stops.
    struct Part: Sendable {
        var start: @MainActor @Sendable () throws -> Void = {}
        var stop: @Sendable () async -> Void

        /// A part that runs until its task is cancelled.
        static func task(_ run: @escaping @Sendable () async -> Void) -> Part {
            let running = Mutex<Task<Void, Never>?>(nil)
            return Part {
                running.withLock { $0 = Task { await run() } }
            } stop: {
                let task = running.withLock(\.self)
                task?.cancel()
                await task?.value
            }
        }
    }

    /// Lists of parts. A part needs only parts of earlier lists, which start before it and stop
    /// after it. The parts of one list stop at the same time.
    struct Stages {
        private var started: [[Part]] = []

        /// Starts the parts in their order.
        ///
        /// - Throws: the error of a part, after the parts before it have stopped.
        @MainActor mutating func start(_ stages: [[Part?]]) async throws {
            for stage in stages {
                started.append([])
                for part in stage.compactMap(\.self) {
                    do { try part.start() } catch {
                        await stop()
                        throw error
                    }
                    started[started.count - 1].append(part)
                }
            }
        }

        func stop() async {
            for stage in started.reversed() {
                await withTaskGroup(of: Void.self) { group in
                    for part in stage { group.addTask { await part.stop() } }
                }
            }
        }
    }

    /// What works beside the requests, and what requests share. A read-only service has only some
    /// of it.
    struct Workers {
        let pool: Pool
        /// Sessions with the primary of a read-only service.
        let primary: Pool?
        let presence: ServicePresence
        let live: ChangeHub
        let disk: DiskReserve?
        let imports: ImportService
        let archiver: LogArchiver?
        let accessLog: AccessLogWriter?
        let erasing: EraseWorker?
        let webhooks: WebhookWorker?
        let figures: FigureWorker?
        let watch: PrimaryWatch?
        let isReadOnly: Bool

        init(_ options: Options, _ store: Store, importDirectory: String, _ session: Session, _ log: Log) throws {
            let database = store.database
            isReadOnly = options.reading != nil
            pool = ServeCommand.pool(database, options.sessions, isReadOnly: isReadOnly)
            primary = options.reading?.primary.map {
                ServeCommand.pool($0, ReadOnlyMode.primarySessions, isReadOnly: false)
            }
            live = ChangeHub(database, log: log, isPolling: isReadOnly)
            disk = try ServeCommand.disk(store, options.diskBytes, session, log)
            imports = try ImportService(
                database, directory: importDirectory, bytesMax: options.importBytes,
                bytesPerHolderMax: options.importBytesPerHolder, disk: disk, log: log, session)
            presence = try ServeCommand.presence(
                options.reading?.primary ?? database, folder: isReadOnly ? 0 : imports.folderNumber,
                sessions: options.sessions, session, log)
            archiver = try ServeCommand.archiver(store, options.archiveFolder, session, log)
            accessLog = (isReadOnly ? options.reading?.primary : database)
                .map { AccessLogWriter($0, days: options.logDays, log: log) }
            erasing = isReadOnly ? nil : imports.erasing(store.erasedList, database, log: log)
            webhooks =
                isReadOnly
                ? nil
                : WebhookWorker(
                    database, allowsPrivateAddresses: options.allowsPrivateWebhooks, accessLog: accessLog, log: log)
            figures = options.isRefreshing && !isReadOnly ? FigureWorker(database, log: log) : nil
            watch = PrimaryWatch(database) { ServeCommand.report($0, log) }
        }

        /// The parts that run before the service listens, and stop after the last request.
        var beforeRequests: [[Part?]] {
            [
                // The archive stops last, so that it has all changes.
                [archiver.map { archiver in Part.task { await archiver.run() } }],
                [watch.map { Part(start: $0.start, stop: $0.stop) }],
                [
                    primary.map { Part(stop: $0.close) }, Part(stop: pool.close),
                    Part(start: presence.start, stop: presence.stop),
                ],
                [Part(stop: live.close)],
                // The access log has the last requests, also those of webhooks.
                [accessLog.map { Part(start: $0.start, stop: $0.stop) }],
            ]
        }

        /// The parts that work while requests are answered.
        var besideRequests: [Part?] {
            [
                Part(start: isReadOnly ? {} : imports.start, stop: imports.stop),
                figures.map { Part(start: $0.start, stop: $0.stop) },
                erasing.map { Part(start: $0.start, stop: $0.stop) },
                webhooks.map { Part(start: $0.start, stop: $0.stop) },
            ]
        }
    }
}
