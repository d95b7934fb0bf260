import Foundation
import HealthCore
import HealthDatabase
import HealthImport
import Postgres

/// `healthstore import`
enum ImportCommand: Command {
    static let description = CommandDescription(
        "import", "Imports export.zip or export.xml; importing it again adds nothing.", positionals: ["FILE"],
        options: [
            Option("--person", "NAME", "whose data they are; must exist"),
            Option("--keep-part", nil, "of what healthstore export wrote: restore a damaged file up to its damage"),
        ],
        notes: """
            Everything is stored in one transaction: an import that fails leaves nothing behind. Records that cannot be read are \
            refused one by one, with their line and the reason.
            """)

    /// Refusals that are printed one by one.
    private static let refusalsShown = 100

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let path = try arguments.positional(0, "FILE")
        if RestoreFile.isExport(path) { return try await RestoreFile.run(arguments, path: path) }
        let name = try arguments.required("--person")
        return try await Store.with(arguments) { _, session in
            let person = try PersonStore.find(name: name, session)
            let begin = Date()
            let reader = ReadAhead(try ExportReader(path: path, personUUID: person.uuid))
            defer { reader.abandon() }
            let writer = try ImportWriter(person: person, session: session)
            var reading = ProgressBar("reading")
            var storing = ProgressBar("storing")
            defer { storing.finish() }
            let stored = try writer.write { done, all in
                storing.show(done, of: all)
            } from: {
                guard let batch = try reader.next() else { return nil }
                reading.show(
                    batch.fileBytesRead, of: reader.fileBytes,
                    detail: NumberText.grouped(batch.recordsRead) + " records")
                return ImportWriter.Batch(records: batch.records, references: batch.references)
            }
            storing.finish()
            guard let read = reader.report else { return 1 }
            if stored.stored > 0 { try writer.vacuum() }
            let seconds = Date().timeIntervalSince(begin)
            print(report(read, stored, person: person.name, seconds: seconds), terminator: "")
            return 0
        }
    }

    private static func report(
        _ read: ExportReport, _ stored: ImportWriter.Report, person: String, seconds: Double
    ) -> String {
        var text = "imported \(read.entryPath)"
        if let date = read.exportDate { text += ", exported \(date)," }
        text += " for \(person) in \(NumberText.rounded((seconds * 10).rounded() / 10)) s\n"
        var table = TextTable([("", false), ("records", true)])
        table.append(["read", NumberText.grouped(read.read + stored.unnamedFiles)])
        if stored.unnamedFiles > 0 {
            table.append(["  of these files that no sample names", NumberText.grouped(stored.unnamedFiles)])
        }
        table.append(["  stored", NumberText.grouped(stored.stored)])
        table.append(["  already known", NumberText.grouped(stored.alreadyKnown)])
        if stored.recognised > 0 {
            table.append(["    of these sent by an app", NumberText.grouped(stored.recognised)])
        }
        table.append(["  repeated inside a correlation or workout", NumberText.grouped(stored.repeatedInside)])
        table.append(["  deleted before", NumberText.grouped(stored.deletedBefore)])
        table.append(["  refused", NumberText.grouped(read.refused)])
        text += table.text
        if read.repairs.total > 0 {
            text += "\(NumberText.grouped(Int64(read.repairs.total))) defects of the file were repaired\n"
        }
        let files = read.files
        for (count, what) in [
            (files.routes, "routes"), (files.clinicalRecords, "clinical records"),
            (files.electrocardiograms, "electrocardiograms"), (files.other, "other files, kept by name and digest"),
            (files.ignored, "files left out"),
        ] where count > 0 {
            text += "\(what): \(NumberText.grouped(Int64(count)))\n"
        }
        for refused in read.refusals.prefix(refusalsShown) {
            text +=
                "\(refused.place): \(refused.element) refused: \(refused.refusal.message) (\(refused.refusal.code.rawValue))\n"
        }
        if read.refused > refusalsShown {
            text += "… and \(NumberText.grouped(read.refused - Int64(refusalsShown))) more\n"
        }
        return text
    }
}
