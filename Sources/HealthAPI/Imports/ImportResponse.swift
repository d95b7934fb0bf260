import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import JSON

/// An import as JSON, in answers of endpoints and in events of streams.
struct ImportResponse: Shaped {
    var stored: StoredImport
    /// Progress of an import that this service runs.
    var progress: ImportProgress?
    /// Progress of an upload that this service is receiving.
    var receiving: (receivedBytes: Int64, bytesPerSecond: Double)?

    /// - Parameter caller: the caller who gets the response. A caller who may not read everything
    ///   is not told which records the store had.
    init(_ stored: StoredImport, of caller: Caller, _ imports: ImportService) {
        self.stored = stored
        if !caller.access.readsAll { self.stored.report = stored.reportWithoutStored }
        let key = ImportKey(person: caller.person.id, id: stored.id)
        switch stored.state {
        case .receiving: receiving = imports.desk.progress(key)
        case .running: progress = imports.worker.progress(key)
        case .queued, .finished, .failed, .cancelled, .undone: break
        }
    }

    /// True if this service receives or runs the import. Its figures then change often.
    var isHere: Bool { progress != nil || receiving != nil }

    /// Bytes of the file that were received. If the service is killed, bytes that are not durable
    /// yet are lost.
    var receivedBytes: Int64 {
        max(stored.upload?.receivedBytes ?? stored.fileBytes, receiving?.receivedBytes ?? 0)
    }

    /// Bytes of the file. Nil while unknown.
    private var bytes: Int64? { stored.upload.map(\.expectedBytes) ?? stored.fileBytes }

    static let shape = Shape<Self>(members).named("Import")

    fileprivate static let members: [Shape<Self>.Member] = [
        .member("id", \.stored.id, as: .integer(1...Int64(Int32.max))),
        .member("state", \.stored.state.rawValue, as: .choice(states)),
        .member("fileName", \.stored.fileName), .member("bytes", \.bytes), .member("receivedBytes", \.receivedBytes),
        .object(
            "records",
            Shape([
                // The records that were read in memory may be more than those that were committed.
                .count("read") {
                    max($0.stored.report.received + $0.stored.report.refused, $0.progress?.recordsRead ?? 0)
                },
                .count("stored", \.stored.report.stored), .count("alreadyKnown", \.stored.report.alreadyKnown),
                .count("recognised", \.stored.report.recognised), .count("completed", \.stored.report.completed),
                .count("repeatedInside", \.stored.report.repeatedInside),
                .count("deletedBefore", \.stored.report.deletedBefore), .count("refused", \.stored.report.refused),
                .count("replaced", \.stored.report.replaced), .count("missing", \.stored.report.missing),
            ])),
        .count("repaired", \.stored.repaired),
        .member("phase", \.progress?.phase.rawValue, as: Schema.choice(["waiting", "reading", "storing"]).orNull),
        .member("rows") { $0.storing.map { Int64($0.rows) } },
        .member("rowsStored") { $0.storing.map { Int64($0.rowsStored) } },
        .member("recordsPerSecond") { $0.progress.flatMap { $0.rate > 0 ? $0.rate.rounded() : nil } },
        .member("bytesPerSecond", \.bytesPerSecond), .member("secondsRemaining", \.secondsRemaining),
        .member("startedAt", \.stored.startedAt), .member("finishedAt", \.stored.finishedAt),
        .member("cancelRequested", \.stored.isCancelRequested), .member("error", \.failure),
    ]

    private static let states = ["receiving", "queued", "running", "finished", "failed", "cancelled", "undone"]

    private var storing: ImportProgress? { progress.flatMap { $0.phase == .storing ? $0 : nil } }

    private struct Failure: Shaped {
        var code: String
        var message: String

        static let shape = Shape<Self>([.member("code", \.code), .member("message", \.message)])
    }

    private var failure: Failure? {
        stored.error.map { Failure(code: stored.errorCode ?? "import_\(stored.state.rawValue)", message: $0) }
    }

    /// Bytes of the file that are received or read per second. Nil while unknown.
    private var bytesPerSecond: Double? {
        if let receiving { return receiving.bytesPerSecond.rounded() }
        guard let progress, progress.phase == .reading, let left = progress.secondsLeft, left > 0 else { return nil }
        return (Double(progress.bytes - progress.bytesRead) / left).rounded()
    }

    /// Seconds until the end of the current phase. Nil while unknown.
    private var secondsRemaining: Double? {
        if let receiving, let bytes {
            guard receiving.bytesPerSecond > 0 else { return nil }
            return (Double(max(0, bytes - receiving.receivedBytes)) / receiving.bytesPerSecond).rounded(.up)
        }
        return progress?.secondsLeft?.rounded(.up)
    }
}

/// An import with the lists of its report.
struct ImportReport: Shaped {
    var response: ImportResponse
    /// Nil until the import has finished.
    var counts: [ImportCount]?
    var refusals: [ImportRefusal]
    var joinedSources: [Source]

    static let shape = Shape<Self>([
        .members(of: \.response, Shape(ImportResponse.members)), .member("counts", \.counts),
        .member("refusals", \.refusals),
        .member("joinedSources", \.joinedSources, "Renamed sources that the import joined."),
    ]).named("ImportReport")
}

extension ImportCount: Shaped {
    static let shape = Shape<Self>([
        .member("type", \.item), .member("source") { $0.source.isEmpty ? nil : $0.source },
        .count("read", \.read), .count("stored", \.stored), .count("alreadyKnown", \.alreadyKnown),
        .count("recognised", \.recognised), .count("repeatedInside", \.repeatedInside),
        .count("deletedBefore", \.deletedBefore), .count("refused", \.refused), .count("replaced", \.replaced),
        .count("missing", \.missing),
    ])
}

extension ImportRefusal: Shaped {
    static let shape = Shape<Self>([
        .member("path", \.path), .member("line", \.line), .member("element", \.element),
        .member("code", \.refusal.code.rawValue),
        .member("field") { $0.refusal.field.isEmpty ? nil : $0.refusal.field },
        .member("message", \.refusal.message),
    ]).named("ImportRefusal")
}
