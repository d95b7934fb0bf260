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
        var waiting: [MarkBacklog.Entry]
        var report = Report()
        var errors: [any Error] = []
    }

    public struct Report: Hashable, Sendable {
        /// The number of types that were processed. Each type of each person is counted.
        public var types = 0
        /// The number of hours and days for which a row of all sources together was written.
        public var rows = 0
        /// The number of samples that were read.
        public var samples: Int64 = 0
    }

    /// Seconds until the next try if another session is computing figures of the type.
    private static let busySeconds = 0.05

    /// - Parameters:
    ///   - entries: the types to rebuild.
    ///   - isDropping: if true, all figures are removed first; else only stale figures are
    ///     recomputed.
    public init(_ database: Database, entries: [MarkBacklog.Entry], isDropping: Bool) {
        self.database = database
        self.isDropping = isDropping
        state = Mutex(State(waiting: entries.reversed()))
    }

    /// - Parameters:
    ///   - jobs: the number of sessions.
    ///   - show: called after each type, on any thread, with the number of types that are done.
    /// - Throws: the first error, after the other types are done.
    public func run(jobs: Int, _ show: @escaping @Sendable (Int) -> Void) async throws -> Report {
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

    private func work(_ show: (Int) -> Void) {
        do {
            // A session is opened even if there is no work. `run` then throws if the database
            // cannot be reached.
            let session = try database.open(applicationName: "healthstore rebuild")
            while let entry = state.withLock({ $0.waiting.popLast() }) {
                do { try make(entry, session) } catch let error as PostgresError where error.isConnectionLost {
                    throw error
                } catch {
                    state.withLock { $0.errors.append(error) }
                }
                show(
                    state.withLock { state in
                        state.report.types += 1
                        return state.report.types
                    })
            }
        } catch {
            state.withLock { $0.errors.append(error) }
        }
    }

    private func make(_ entry: MarkBacklog.Entry, _ session: Session) throws {
        let (person, sampleTypeID) = (entry.person, entry.sampleTypeID)
        if isDropping { try FigureRefresher.drop(person: person, sampleTypeID: sampleTypeID, session) }
        // The service processes later marks. If the run processed them too, it would not end while
        // other sessions keep writing.
        let now = try session.run("select clock_timestamp()")[0].timestamptz(0)
        var refresher = FigureRefresher(person: person, sampleTypeID: sampleTypeID, session: session, until: now)
        while true {
            let isFree = try refresher.refresh { work in
                state.withLock { state in
                    state.report.rows += work.rows
                    state.report.samples += work.samples
                }
            }
            guard !isFree else { return }
            Thread.sleep(forTimeInterval: FigureRebuilder.busySeconds)
        }
    }
}
