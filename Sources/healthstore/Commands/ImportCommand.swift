import Foundation
import HealthCore
import HealthDatabase
import HealthImport
import HealthJobs
import Postgres
import ServiceProcess

/// `healthstore import`
enum ImportCommand: Command {
    static let description = CommandDescription(
        "import", "Imports export.zip, an unzipped export or export.xml. Importing a file again adds nothing.",
        positionals: ["FILE", "[ID]"],
        options: [
            Option(
                "--person", "NAME",
                "the person whose data the file contains; must exist; not for a file of export --all"),
            Option("--checkpoint", "RECORDS", "commit after this many records (100000)"),
            Option("--restart", nil, "start again instead of resuming an interrupted import of the file"),
            Option(
                "--replace-missing", nil,
                "replace all samples of earlier exports that this one does not list, even if it may be of another phone"
            ),
            Option(
                "--keep-missing", nil,
                "keep a sample of earlier exports if nothing in this one explains why it is missing"),
            Option("--keep-part", nil, "restore a damaged file of healthstore export up to its damage"),
            Option("--restore-erased", nil, "restore a person who was erased, from a file of export --person"),
            ImportDisk.option,
        ],
        notes: """
            Ctrl-C interrupts an import, and the same command resumes it. A second Ctrl-C ends the program at once. Nothing of a \
            damaged file is stored. A record that cannot be read is refused. health.import_refusal lists the refused records \
            with line and reason, and health.import_count counts the other records by type and source.

            An export states what its Health store has until the export was made. So samples of earlier exports that it no \
            longer lists are replaced, if a sample of it explains that, or if it is evidently of the same Health store. \
            healthstore import undo ID --person NAME removes what an import alone brought, and brings back what it replaced \
            less than \(ImportUndo.daysKept) days ago. The report says the ID. With the ID \(ImportUndo.clientRanges), it \
            brings back what apps replaced because they no longer had it.

            If root starts the command, it opens the FILE and then runs as the user of the data directory.
            """)

    /// The allowed values of `--checkpoint`.
    private static let checkpointRange = 1_000...100_000_000
    /// The maximum number of refusals that are printed.
    private static let refusalsShown = 100

    static func run(_ arguments: Arguments) async throws {
        let path = try arguments.positional(0, "FILE")
        if path == "undo" { return try await undo(arguments) }
        if arguments.positionals.count > 1 {
            throw arguments.usage("unexpected argument \"\(arguments.positionals[1])\"")
        }
        let checkpoint = try arguments.integer("--checkpoint", in: checkpointRange)
        let own = try ServiceUser.become(arguments, toRead: path)
        defer { try? own.file?.close() }
        let descriptor = own.file?.fileDescriptor
        switch RestoreFile.kind(of: path, descriptor) {
        case .person: return try await RestoreFile.run(own.arguments, path: path, descriptor: descriptor)
        case .store: return try await StoreFile.restore(own.arguments, path: path, descriptor: descriptor)
        case nil: break
        }
        try arguments.forbid("--keep-part", "--restore-erased") {
            "\($0) is for files of healthstore export, which \(path) is not"
        }
        if arguments.has("--replace-missing"), arguments.has("--keep-missing") {
            throw arguments.usage("--replace-missing and --keep-missing exclude each other")
        }
        let stopSignals = StopSignals(endsAtSecond: true)
        do {
            return try await run(own.arguments, path, descriptor, checkpoint, until: stopSignals)
        } catch let error where error is ImportCancelled || error is CancellationError {
            showInterruption()
        }
        throw ExitStatus(code: interruptedStatus)
    }

    private static func undo(_ arguments: Arguments) async throws {
        let text = try arguments.positional(1, "ID")
        guard let id = Int32(text), id >= ImportUndo.clientRanges else {
            throw arguments.usage("ID must be the number of an import")
        }
        try await Store.withPerson(arguments) { database, session, person in
            let report = try ImportUndo(person: person, session: session).run(id)
            await FiguresProgress.catchUp(person, database, session)
            print(
                "import \(id) undone: \(NumberText.grouped(report.removed)) samples removed, "
                    + "\(NumberText.grouped(report.restored)) brought back")
        }
    }

    /// The status that a shell reports for a program that SIGINT ended.
    private static let interruptedStatus: Int32 = 130

    private static let resumes = "resumes the import"

    private static func showInterruption() {
        let command = (["healthstore"] + CommandLine.arguments.dropFirst()).map(shellWord).joined(separator: " ")
        StandardError.write(
            """
            healthstore: the import was interrupted; what it has committed is kept
            hint: the same command resumes it: \(command)

            """)
    }

    private static func run(
        _ arguments: Arguments, _ path: String, _ descriptor: Int32?, _ checkpoint: Int?,
        until stopSignals: StopSignals
    ) async throws {
        let diskBytes = try ImportDisk.bytes(arguments)
        try await Store.withPerson(arguments, for: .create, isCancelled: { stopSignals.hasCome }) {
            database, session, person in
            let disk = try ImportDisk(database, diskBytes, session)
            try disk.check(next: resumes)
            let watch = Stopwatch()
            let runner = ImportRunner(
                path: path, descriptor: descriptor, person: person, isRestarting: arguments.has("--restart"),
                missing: arguments.has("--replace-missing")
                    ? .replace : arguments.has("--keep-missing") ? .keep : .evident,
                checkpointRecords: checkpoint ?? ImportWriter.checkpointRecords)
            var bars = ImportBars()
            defer { bars.finish() }
            var isShort = false
            let report: ImportRunner.Report
            do {
                report = try runner.run(session) {
                    bars.show($0)
                    isShort = isShort || disk.isShort
                    if isShort || stopSignals.hasCome { runner.cancel(isDiscarding: false) }
                }
            } catch is ImportCancelled where isShort {
                throw disk.failure(next: resumes)
            }
            bars.finish()
            await FiguresProgress.catchUp(person, database, session)
            let store = ImportStore(person: person, session: session)
            let counts = try store.counts(of: report.importID)
            let refusals = try store.refusals(of: report.importID, limit: refusalsShown)
            print(text(report, counts, refusals, person: person.name, seconds: watch.seconds), terminator: "")
            let sources = try SourceReader(person: person, session: session).sources()
            for source in sources where source.joinedByImport == report.importID {
                let name = sources.first { $0.id == source.joinedTo }?.name ?? ""
                print("the source \(source.name) was renamed: its samples count as those of \(name)")
            }
        }
    }

    private static func text(
        _ report: ImportRunner.Report, _ byType: [ImportCount], _ refusals: [ImportRefusal], person: String,
        seconds: String
    ) -> String {
        let counts = report.counts
        var text = "imported \(report.entryPath)"
        if let date = report.exportDate { text += ", exported \(date)," }
        text += " for \(person) in \(seconds) s"
        text += report.wasResumed ? ", resuming an interrupted import" : ""
        text += ", as import \(report.importID)\n"
        // A line that is usually zero is shown only if it is not.
        let lines: [(name: String, count: Int64, isUsual: Bool)] = [
            ("read", counts.received + counts.refused, true),
            ("  of these files that no sample names", counts.unnamedFiles, false),
            ("  stored", counts.stored, true), ("  already known", counts.alreadyKnown, true),
            ("    of these known with another uuid", counts.recognised, false),
            ("    of these completed by this file", counts.completed, false),
            ("  repeated inside a correlation or workout", counts.repeatedInside, true),
            ("  deleted before", counts.deletedBefore, true), ("  refused", counts.refused, true),
        ]
        let table = TextTable(
            of: lines.filter { $0.isUsual || $0.count > 0 },
            [.text("", \.name), .number("records") { NumberText.grouped($0.count) }])
        text += table.text
        if counts.replaced > 0 {
            text += "samples of earlier exports that this one no longer lists, replaced:\n"
            text += list(byType, \.replaced)
        }
        if counts.missing > 0 {
            text += "samples of earlier exports that this one does not list, kept:\n" + list(byType, \.missing)
            text += "hint: import it again with --replace-missing if it is of the same phone\n"
        }
        if report.repaired > 0 {
            text += "\(NumberText.grouped(report.repaired)) defects of the file were repaired\n"
        }
        for (count, what) in [
            (report.files.routes, "routes"), (report.files.clinicalRecords, "clinical records"),
            (report.files.electrocardiograms, "electrocardiograms"),
            (report.files.other, "other files, kept by name and digest"), (report.files.ignored, "files left out"),
        ] where count > 0 {
            text += "\(what): \(NumberText.grouped(Int64(count)))\n"
        }
        for refusal in refusals {
            let location = refusal.location(in: report.entryPath)
            text += location.isEmpty ? "" : "\(location): "
            text += "\(refusal.element) refused: \(refusal.refusal.message) (\(refusal.refusal.code.rawValue))\n"
        }
        let rest = counts.refused - Int64(refusals.count)
        if rest > 0 { text += "… and \(NumberText.grouped(rest)) more in health.import_refusal\n" }
        return text
    }

    private static func list(_ counts: [ImportCount], _ field: KeyPath<ImportCount, Int64>) -> String {
        counts.filter { $0[keyPath: field] > 0 }
            .map { "  \(NumberText.grouped($0[keyPath: field])) \($0.item) of \($0.source)\n" }.joined()
    }
}

/// The progress bars of an import, one for each phase.
private struct ImportBars {
    private var phase: ImportProgress.Phase?
    private var bar = ProgressBar("reading")

    mutating func show(_ progress: ImportProgress) {
        if progress.phase != phase {
            phase = progress.phase
            bar.finish()
            bar = ProgressBar(progress.phase == .storing ? "storing" : "reading")
            if progress.phase == .waiting {
                StandardError.write("another import of this person runs; waiting until it has ended\n")
            }
        }
        guard progress.phase != .waiting else { return }
        let isReading = progress.phase == .reading
        var detail = NumberText.grouped(isReading ? progress.recordsRead : progress.rowsStored) + " records"
        if progress.rate > 0 { detail += ", " + NumberText.grouped(Int64(progress.rate)) + "/s" }
        if let left = progress.secondsLeft { detail += ", " + ImportBars.duration(left) + " left" }
        bar.show(
            isReading ? progress.bytesRead : progress.rowsStored, of: isReading ? progress.bytes : progress.rows,
            detail: detail)
    }

    func finish() { bar.finish() }

    /// Returns a text such as `2 min 5 s`.
    private static func duration(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 1e6).rounded(.up))
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}
