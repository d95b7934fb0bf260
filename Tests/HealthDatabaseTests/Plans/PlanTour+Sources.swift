import Foundation

extension PlanTour {
    /// Statements that the tour leaves out. They compare figures with samples at random (healthstore
    /// doctor --verify), belong to upgrades and moves, or lock a table and have no plan.
    private static let exceptions = [
        "FigureVerifier.swift", "Migrator+Move.swift",
    ]

    /// Returns the lines of SQL in the program's sources that name a personal table and are in no
    /// statement that was run.
    ///
    /// Lines that are composed of several texts are left out. The lines around them are checked.
    func unseenLines() throws -> [String] {
        // In the sources of backups, PERSON stands for the person's id.
        let statements = Set(steps.flatMap(\.statements).map(\.sql)).map {
            $0.replacing("person_id = \(person.id)", with: "person_id = PERSON")
        }
        let seen = Set(statements.flatMap { $0.split(separator: "\n").map { PlannedStatement.oneLine($0) } })
        let tables = try world.store.personalTables().joined(separator: "|")
        let personal = try Regex("health\\.(\(tables))\\b")
        var unseen: [String] = []
        for file in try PlanTour.sources() {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard let sql = PlanTour.sql(in: line), sql.contains("health."), sql.contains(personal),
                    // Most lines are whole lines of statements. The others are parts of lines.
                    !seen.contains(sql), !seen.contains(where: { $0.contains(sql) })
                else { continue }
                let line = "\(file.lastPathComponent): \(sql)"
                if !PlanTour.exceptions.contains(where: line.hasPrefix) { unseen.append(line) }
            }
        }
        return unseen
    }

    private static func sources() throws -> [URL] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/HealthDatabase").standardized
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    }

    /// Returns the part of the line that a statement contains. Returns nil for a comment, and for a
    /// line with inserted texts.
    private static func sql(in line: Substring) -> String? {
        var text = line.drop(while: \.isWhitespace)
        guard !text.hasPrefix("//"), !text.contains("\\(") else { return nil }
        if let first = text.firstIndex(of: "\""), let last = text.lastIndex(of: "\""), first < last {
            text = text[text.index(after: first)..<last]
            // The arguments that follow a statement of one line.
            if let end = text.range(of: "\", [") { text = text[..<end.lowerBound] }
        }
        return PlannedStatement.oneLine(text)
    }
}
