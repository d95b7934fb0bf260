import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import JSONReader

/// An import as JSON, in answers of endpoints and in events of streams.
struct ImportResponse: Sendable {
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

    /// - Parameter lists: a closure that writes further members.
    func json(_ lists: (inout JSONWriter) -> Void = { _ in }) -> JSONWriter {
        var writer = JSONWriter()
        append(to: &writer, lists)
        return writer
    }

    func append(to writer: inout JSONWriter, _ lists: (inout JSONWriter) -> Void = { _ in }) {
        writer.object { writer in
            writer.member("id", Int64(stored.id))
            writer.member("state", stored.state.rawValue)
            writer.member("fileName", stored.fileName)
            writer.member("bytes", bytes)
            writer.member("receivedBytes", receivedBytes)
            writer.key("records")
            ImportResponse.append(stored.report, read: progress?.recordsRead ?? 0, to: &writer)
            writer.member("repaired", stored.repaired)
            writer.member("phase", progress?.phase.rawValue)
            writer.member("rows", progress.flatMap { $0.phase == .storing ? $0.rows : nil })
            writer.member("rowsStored", progress.flatMap { $0.phase == .storing ? $0.rowsStored : nil })
            writer.member("recordsPerSecond", progress.flatMap { $0.rate > 0 ? $0.rate.rounded() : nil })
            writer.member("bytesPerSecond", bytesPerSecond)
            writer.member("secondsRemaining", secondsRemaining)
            writer.member("startedAt", stored.startedAt.rfc3339)
            writer.member("finishedAt", stored.finishedAt?.rfc3339)
            writer.member("cancelRequested", stored.isCancelRequested)
            writer.key("error")
            if let error = stored.error {
                writer.object { writer in
                    writer.member("code", stored.errorCode ?? "import_\(stored.state.rawValue)")
                    writer.member("message", error)
                }
            } else {
                writer.null()
            }
            lists(&writer)
        }
    }

    /// - Parameter read: the number of records read in memory. It may exceed the number of
    ///   committed records.
    private static func append(_ report: ImportWriter.Report, read: Int64, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("read", max(report.received + report.refused, read))
            writer.member("stored", report.stored)
            writer.member("alreadyKnown", report.alreadyKnown)
            writer.member("recognised", report.recognised)
            writer.member("completed", report.completed)
            writer.member("repeatedInside", report.repeatedInside)
            writer.member("deletedBefore", report.deletedBefore)
            writer.member("refused", report.refused)
            writer.member("replaced", report.replaced)
            writer.member("missing", report.missing)
        }
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

    // MARK: Lists

    static func append(_ counts: [ImportCount], to writer: inout JSONWriter) {
        writer.array { writer in
            for count in counts {
                writer.object { writer in
                    writer.member("type", count.item)
                    writer.member("source", count.source.isEmpty ? nil : count.source)
                    writer.member("read", count.read)
                    writer.member("stored", count.stored)
                    writer.member("alreadyKnown", count.alreadyKnown)
                    writer.member("recognised", count.recognised)
                    writer.member("repeatedInside", count.repeatedInside)
                    writer.member("deletedBefore", count.deletedBefore)
                    writer.member("refused", count.refused)
                    writer.member("replaced", count.replaced)
                    writer.member("missing", count.missing)
                }
            }
        }
    }

    static func append(_ refusals: [ImportRefusal], to writer: inout JSONWriter) {
        writer.array { writer in
            for refusal in refusals {
                writer.object { writer in
                    writer.member("path", refusal.path)
                    writer.member("line", refusal.line.map { Int64($0) })
                    writer.member("element", refusal.element)
                    writer.member("code", refusal.refusal.code.rawValue)
                    writer.member("field", refusal.refusal.field.isEmpty ? nil : refusal.refusal.field)
                    writer.member("message", refusal.refusal.message)
                }
            }
        }
    }
}
