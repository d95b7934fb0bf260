import Foundation
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore rebuild`
enum RebuildCommand: Command {
    static let description = CommandDescription(
        "rebuild", "Computes the figures of hours, days and nights again, which make answers fast.",
        options: [
            Option("--person", "NAME", "only the figures of this person"),
            Option("--type", "TYPE", "only the figures of this type, such as heartRate or sleepAnalysis"),
            Option("--jobs", "COUNT", "the number of types computed at once (2)"),
        ],
        notes: """
            While figures are computed, answers are correct but slower. A service may run at the same time. After an interruption, \
            the service or the next rebuild continues.
            """)

    private static let jobsDefault = 2
    private static let jobsRange = 1...64

    static func run(_ arguments: Arguments) async throws {
        let jobs = try arguments.integer("--jobs", in: jobsRange) ?? jobsDefault
        try await Store.with(arguments) { store, session in
            let person = try arguments["--person"].map { try PersonStore.find(name: $0, session) }
            let sampleTypeID = try arguments["--type"].map { name in
                guard let type = try SampleTypeReader.find(name, session), [.quantity, .category].contains(type.kind)
                else {
                    throw arguments.usage("\"\(name)\" is neither a quantity type nor a category type")
                }
                return type.id
            }
            let watch = Stopwatch()
            let entries = try MarkBacklog.entries(
                of: person, sampleTypeID: sampleTypeID, isMarked: false, session)
            let report = try await FiguresProgress.run(entries, isDropping: true, jobs: jobs, store)
            print(
                """
                rebuilt \(NumberText.grouped(Int64(report.types))) types, \(NumberText.grouped(Int64(report.rows))) hours, days and \
                nights in \(watch.seconds) s
                """)
        }
    }
}

/// Computes figures of hours, days and nights in the foreground.
enum FiguresProgress {
    /// The number of types computed at once at the end of an import.
    private static let jobs = 2

    /// Computes figures with a progress bar.
    @MainActor static func run(
        _ entries: [MarkBacklog.Entry], isDropping: Bool, jobs: Int, _ store: Store
    ) async throws -> FigureRebuilder.Report {
        var bar = ProgressBar("figures")
        defer { bar.finish() }
        let (steps, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        async let report = {
            defer { continuation.finish() }
            return try await FigureRebuilder(store.database, entries: entries, isDropping: isDropping)
                .run(jobs: jobs) { continuation.yield($0) }
        }()
        for await step in steps { bar.show(Int64(step), of: Int64(entries.count)) }
        return try await report
    }

    /// Computes the figures that an import made stale. After a failure, the service or `healthstore
    /// rebuild` computes them.
    @MainActor static func catchUp(_ person: Person, _ store: Store, _ session: Session) async {
        do {
            let entries = try MarkBacklog.entries(of: person, isMarked: true, session)
            guard !entries.isEmpty else { return }
            _ = try await run(entries, isDropping: false, jobs: jobs, store)
        } catch {
            StandardError.write(
                """
                healthstore: the figures of hours, days and nights are not computed yet: \(error)
                hint: healthstore serve computes them, and so does healthstore rebuild

                """)
        }
    }
}
