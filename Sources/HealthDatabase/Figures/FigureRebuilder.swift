import Foundation
import HealthCore
import Postgres
import Synchronization

/// Recomputes the stale figures of many types in parallel, on its own threads and sessions.
///
/// It can be interrupted at any time, because the marks of unfinished work stay in the database.
public final class FigureRebuilder: Sendable {
    private let database: Database
    private let isDropping: Bool
    private let state: Mutex<State>

    private struct State {
        var waiting: [TypeRange]
        var report = Report()
        var progress: Progress
        var errors: [any Error] = []
    }

    /// A type, and the starts of its first and last sample, in microseconds since 1970.
    private struct TypeRange {
        var entry: MarkBacklog.Entry
        var first: Int64
        var last: Int64

        var hours: Int64 { (last - first) / StaleHours.hour + 1 }

        /// Returns the number of hours of the type before a time.
        func hours(until time: Instant) -> Int64 {
            min(max((time.microseconds - first) / StaleHours.hour, 0), hours)
        }
    }

    public struct Report: Hashable, Sendable {
        /// The number of types that were processed. Each type of each person is counted.
        public var types = 0
        /// The number of hours and days for which a row of all sources together was written.
        public var rows = 0
        /// The number of samples that were read.
        public var samples: Int64 = 0
    }

    /// The progress over all types, in hours from the first to the last sample.
    public struct Progress: Hashable, Sendable {
        public var done: Int64 = 0
        public var all: Int64 = 0
    }

    /// Seconds until the next try if another session is computing figures of the type.
    private static let busySeconds = 0.05

    /// - Parameters:
    ///   - entries: the types to rebuild.
    ///   - isDropping: if true, all figures are removed first; else only stale figures are
    ///     recomputed.
    ///   - session: a session that only this initializer uses.
    /// - Throws: `PostgresError`.
    public init(
        _ database: Database, entries: [MarkBacklog.Entry], isDropping: Bool,
        _ session: Session
    ) throws {
        self.database = database
        self.isDropping = isDropping
        let ranges = try entries.map { entry in
            let table = FigureTable(
                personID: entry.person.id, sampleTypeID: entry.sampleTypeID, session: session)
            let extent = try table.extent()
            return TypeRange(entry: entry, first: extent?.lowerBound ?? 0, last: extent?.upperBound ?? 0)
        }
        let progress = Progress(done: 0, all: ranges.map(\.hours).reduce(0, +))
        // The types with the most hours come first. If such a type came last, one session would
        // work on it while the others are idle.
        state = Mutex(State(waiting: ranges.sorted { $0.hours < $1.hours }, progress: progress))
    }

    /// - Parameters:
    ///   - jobs: the number of sessions.
    ///   - show: called after each piece, on any thread.
    /// - Throws: the first error, after the other types are done.
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
            // A session is opened even if there is no work. `run` then throws if the database
            // cannot be reached.
            let session = try database.open(applicationName: "healthstore rebuild")
            while let range = state.withLock({ $0.waiting.popLast() }) {
                do { try make(range, show, session) } catch let error as PostgresError where error.isConnectionLost {
                    throw error
                } catch {
                    state.withLock { $0.errors.append(error) }
                }
            }
        } catch {
            state.withLock { $0.errors.append(error) }
        }
    }

    private func make(_ range: TypeRange, _ show: (Progress) -> Void, _ session: Session) throws {
        let (person, sampleTypeID) = (range.entry.person, range.entry.sampleTypeID)
        if isDropping { try FigureRefresher.drop(person: person, sampleTypeID: sampleTypeID, session) }
        // The service processes later marks. If the run processed them too, it would not end while
        // other sessions keep writing.
        let now = try session.execute("select clock_timestamp()")[0].timestamptz(0)
        var refresher = FigureRefresher(
            person: person, sampleTypeID: sampleTypeID, session: session, until: now)
        var shown: Int64 = 0
        func report(_ done: Int64) {
            guard done > shown else { return }
            let progress = state.withLock { state in
                state.progress.done += done - shown
                return state.progress
            }
            shown = done
            show(progress)
        }
        steps: while true {
            switch try refresher.refreshPiece() {
            case .busy: Thread.sleep(forTimeInterval: FigureRebuilder.busySeconds)
            case .finished: break steps
            case .done(let work):
                state.withLock { state in
                    state.report.rows += work.rows
                    state.report.samples += work.samples
                }
                if let until = work.until { report(range.hours(until: until)) }
            }
        }
        report(range.hours)
        state.withLock { $0.report.types += 1 }
    }
}
