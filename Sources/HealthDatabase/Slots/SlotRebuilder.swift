import Foundation
import HealthCore
import Postgres
import Synchronization

/// Makes the slots of many types at once, in sessions and on threads of its own, as long as any of them has marks.
///
/// May be interrupted at any moment: what is not done is still marked.
public final class SlotRebuilder: Sendable {
    private let conninfo: String
    private let isDropping: Bool
    private let policy: SlotPolicy
    private let state: Mutex<State>

    private struct State {
        var waiting: [TypeRange]
        var report = Report()
        var progress: Progress
        var errors: [any Error] = []
    }

    /// A type, and when its samples begin.
    private struct TypeRange {
        var entry: SlotBacklog.Entry
        var first: Int64
        var last: Int64

        var hours: Int64 { (last - first) / DirtyTimes.hour + 1 }

        /// How many of the hours lie before a time.
        func hours(until time: Instant) -> Int64 {
            min(max((time.microseconds - first) / DirtyTimes.hour, 0), hours)
        }
    }

    public struct Report: Hashable, Sendable {
        /// Types that have slots now; a type of two people counts twice.
        public var types = 0
        /// Hours for which there is a slot now that there was not, or another.
        public var hours = 0
        /// Samples that were read.
        public var samples: Int64 = 0
    }

    /// In hours from the first to the last sample, of all types.
    public struct Progress: Hashable, Sendable {
        public var done: Int64 = 0
        public var all: Int64 = 0
    }

    /// How long it waits while somebody else makes slots of a type, in seconds.
    private static let busySeconds = 0.05

    /// - Parameters:
    ///   - entries: the types.
    ///   - isDropping: whether what there is is forgotten first; else only what is marked is made.
    ///   - session: used here only.
    public init(
        conninfo: String, entries: [SlotBacklog.Entry], isDropping: Bool, policy: SlotPolicy = .standard,
        _ session: Session
    ) throws {
        self.conninfo = conninfo
        self.isDropping = isDropping
        self.policy = policy
        let tasks = try entries.map { entry in
            let extent = try SlotPolicy.extent(
                personID: entry.person.id, sampleTypeID: entry.sampleTypeID, session)
            return TypeRange(entry: entry, first: extent?.lowerBound ?? 0, last: extent?.upperBound ?? 0)
        }
        let progress = Progress(done: 0, all: tasks.map(\.hours).reduce(0, +))
        // The longest comes first: it would be alone at the end.
        state = Mutex(State(waiting: tasks.sorted { $0.hours < $1.hours }, progress: progress))
    }

    /// - Parameters:
    ///   - jobs: how many sessions work at once.
    ///   - show: told of every step, on any thread.
    /// - Throws: the first error, after all other types are done.
    public func run(jobs: Int, _ show: @escaping @Sendable (Progress) -> Void) async throws -> Report {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(jobs, 1) {
                group.addTask {
                    await withCheckedContinuation { done in
                        Thread.detachNewThread { [self] in
                            work(show)
                            done.resume()
                        }
                    }
                }
            }
        }
        let (report, error) = state.withLock { ($0.report, $0.errors.first) }
        if let error { throw error }
        return report
    }

    private func work(_ show: (Progress) -> Void) {
        do {
            // Also where nothing waits: whoever asks wants to know that the database cannot be reached.
            let session = try Session(conninfo: conninfo, applicationName: "healthstore rebuild")
            while let task = state.withLock({ $0.waiting.popLast() }) {
                do { try make(task, show, session) } catch let error as PostgresError where error.isConnectionLost {
                    throw error
                } catch {
                    state.withLock { $0.errors.append(error) }
                }
            }
        } catch {
            state.withLock { $0.errors.append(error) }
        }
    }

    private func make(_ task: TypeRange, _ show: (Progress) -> Void, _ session: Session) throws {
        let (person, sampleTypeID) = (task.entry.person, task.entry.sampleTypeID)
        if isDropping { try SlotRefresher.drop(person: person, sampleTypeID: sampleTypeID, session) }
        // What changes from now on is the service's to see to: there may be no end of it.
        let now = try session.execute("select clock_timestamp()")[0].timestamptz(0)
        var refresher = SlotRefresher(
            person: person, sampleTypeID: sampleTypeID, session: session, policy: policy, until: now)
        var told: Int64 = 0
        func tell(_ done: Int64) {
            guard done > told else { return }
            let progress = state.withLock { state in
                state.progress.done += done - told
                return state.progress
            }
            told = done
            show(progress)
        }
        steps: while true {
            switch try refresher.refreshPiece() {
            case .busy: Thread.sleep(forTimeInterval: SlotRebuilder.busySeconds)
            case .finished: break steps
            case .done(let work):
                state.withLock { state in
                    state.report.hours += work.slots
                    state.report.samples += work.samples
                }
                if let until = work.until { tell(task.hours(until: until)) }
            }
        }
        tell(task.hours)
        let style = try SlotRefresher.style(sampleTypeID, session)
        let isKept = try style.map {
            try SlotRefresher.isKept(person: person, sampleTypeID: sampleTypeID, style: $0, session)
        }
        if isKept == true { state.withLock { $0.report.types += 1 } }
    }
}
