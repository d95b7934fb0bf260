import Foundation
import HealthstoreClient
import Observation

/// What the app shows, and what a person can do. It owns the engine.
@available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
@MainActor @Observable final class PhoneModel {
    enum Phase: Equatable {
        case starting, unconnected, connected
        /// The app cannot start now, and the reason. `start` tries again.
        case waiting(String)
    }

    private(set) var phase = Phase.starting
    private(set) var status = SyncStatus()
    private(set) var today = Today()
    /// True if HealthKit has a sheet to show for a type of the plan.
    private(set) var mustAsk = false
    /// The reason why the last action failed.
    private(set) var failure: String?

    private let parts: PhoneParts
    @ObservationIgnored private var transport: (any HTTPTransport)?
    @ObservationIgnored private var sync: Sync?

    /// The engine of a connection and its tasks.
    private struct Sync {
        var client: HealthstoreClient
        var engine: SyncEngine
        var run: Task<Void, Never>
        var reports: Task<Void, Never>
        var endReports: @Sendable () -> Void
    }

    private enum Report: Sendable {
        case event(SyncEvent)
        case samples([SampleRecord])
    }

    init(_ parts: PhoneParts) { self.parts = parts }

    private var device: String { parts.configuration.device ?? "phone" }
    private var engineFolder: URL { parts.folder.appendingPathComponent("healthstore") }

    // MARK: Launches

    /// Starts the sync. Call it at each launch, when the app comes to the screen, and when
    /// protected data become available. It does nothing while the sync runs.
    func start() {
        guard sync == nil || status.end != nil else { return }
        sync?.endReports()
        sync = nil
        do {
            guard let connection = try parts.connections.read() else { return phase = .unconnected }
            try begin(connection)
            phase = .connected
        } catch {
            phase = .waiting(Words.describe(error))
        }
    }

    private func begin(_ connection: String) throws {
        let transport = try transport ?? parts.makeTransport()
        self.transport = transport
        let client = try HealthstoreClient(connection: connection, transport: transport)
        let (reports, report) = AsyncStream.makeStream(of: Report.self)
        let engine = SyncEngine(
            store: parts.store, client: client, directory: engineFolder, types: ChosenTypes.all,
            configuration: parts.configuration, onEvent: { report.yield(.event($0)) },
            onSamples: { report.yield(.samples($0)) })
        status = SyncStatus()
        sync = Sync(
            client: client, engine: engine,
            run: Task {
                do { try await engine.run() } catch is CancellationError {} catch { status.end = Words.describe(error) }
            },
            reports: Task { for await report in reports { note(report) } }, endReports: { report.finish() })
    }

    private func note(_ report: Report) {
        switch report {
        case .samples(let samples): status.note(samples)
        case .event(let event):
            status.note(event, at: Date())
            if case .plan = event { Task { await checkAccess() } }
        }
    }

    private func stop() async {
        guard let sync else { return }
        self.sync = nil
        sync.run.cancel()
        await sync.run.value
        sync.endReports()
        await sync.reports.value
    }

    // MARK: Actions of the person

    /// The switch of the sync. It changes when the service has remembered it.
    var isOn: Bool {
        get { status.isOn }
        set { Task { await setOn(newValue) } }
    }

    /// Connects the app to the service of a QR code, asks for access, and starts the sync.
    func connect(_ text: String) async {
        await act {
            let client = try HealthstoreClient(connection: text)
            // A token that the service does not accept is an error here, before it is kept.
            let plan = try await client.syncPlan(of: device)
            try await parts.access.ask(for: ChosenTypes.toRequest(plan))
            try parts.connections.write(text)
            start()
        }
    }

    /// Forgets the connection. The service keeps what it has.
    func disconnect() async {
        await act {
            await stop()
            try parts.connections.write(nil)
            // Waiting batches belong to the person of the connection.
            if FileManager.default.fileExists(atPath: engineFolder.path) {
                try FileManager.default.removeItem(at: engineFolder)
            }
            status = SyncStatus()
            today = Today()
            phase = .unconnected
        }
    }

    /// Shows HealthKit's sheet for the types of the plan. Then starts a new engine, because
    /// HealthKit does not observe a type for which it has not asked.
    func ask() async {
        await act {
            try await parts.access.ask(for: ChosenTypes.toRequest(status.plan ?? SyncPlan()))
            await stop()
            start()
        }
        await checkAccess()
    }

    private func checkAccess() async {
        let types = ChosenTypes.toRequest(status.plan ?? SyncPlan())
        mustAsk = (try? await parts.access.mustAsk(for: types)) ?? false
    }

    /// Switches the sync on or off. The service remembers it.
    func setOn(_ isOn: Bool) async {
        await act { try await sync?.engine.setOn(isOn) }
    }

    /// Loads the plan to show. The engine reports a plan only when it has changed.
    func loadPlan() async {
        guard let sync else { return }
        let plan = try? await sync.client.syncPlan(of: device)
        // Without a connection, the engine obeys the plan that it has stored.
        if let plan { status.plan = plan } else { status.plan = await sync.engine.plan }
        await checkAccess()
    }

    func loadToday() async {
        guard let client = sync?.client else { return }
        await act { today = try await Today.load(from: client) }
    }

    private func act(_ body: () async throws -> Void) async {
        failure = nil
        do { try await body() } catch is CancellationError {} catch {
            // The app left the screen, and the sync continues later.
            if (error as? HealthstoreError)?.code != .deadlineReached { failure = Words.describe(error) }
        }
    }

    // MARK: The background

    /// Hands waiting batches over to iOS. Call it when the app leaves the screen.
    func leaveScreen() async {
        await act { try await sync?.engine.continueInBackground() }
    }

    /// Sends what is new. Call it when iOS starts the app because uploads have ended.
    func uploadsEnded() async {
        await (transport as? BackgroundTransport)?.waitForDelivery()
        await act { _ = try await sync?.engine.sync(until: Date(timeIntervalSinceNow: 20)) }
    }
}
