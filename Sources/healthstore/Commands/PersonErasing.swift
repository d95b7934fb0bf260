import Foundation
import HealthCore
import HealthDatabase
import HealthJobs
import Postgres

/// `healthstore person erase`
enum PersonErasing {
    /// Erases a person. Before that, continues erasings that were interrupted.
    @MainActor static func run(_ name: String, folder: String, _ store: Store, _ session: Session) throws {
        let pending = try PersonEraser.pending(session)
        let person = try pending.first { $0.name == name } ?? PersonStore.find(name: name, session)
        let spool = try spool(folder, session)
        for other in pending where other != person { _ = try erase(other, spool, store, session) }
        guard try erase(person, spool, store, session) else {
            throw HealthDatabaseError(
                .lockTimeout, "another process erases \(person.name) now",
                hint: "healthstore person list shows the person no more; the other process goes on")
        }
        let copies = try StoreCopies(session).sentences
        print("Other copies still hold \(person.name):")
        for sentence in copies + fixed(store) { print("- " + sentence) }
    }

    /// Goes on with the erasing of every person that was interrupted, or that begins again because
    /// an older backup was restored.
    @MainActor static func goOn(folder: String, _ store: Store, _ session: Session) throws {
        let spool = try spool(folder, session)
        for person in try PersonEraser.pending(session) { _ = try erase(person, spool, store, session) }
    }

    private static func spool(_ folder: String, _ session: Session) throws -> SpoolFolder {
        try SpoolFolder(
            path: folder, name: ImportQueue.folderName(session), walBytesMax: ImportQueue.walBytesMax(session))
    }

    /// - Returns: false if another process erases the person.
    @MainActor private static func erase(
        _ person: Person, _ spool: SpoolFolder, _ store: Store, _ session: Session
    ) throws -> Bool {
        let watch = Stopwatch()
        let expected = try PersonEraser.estimatedRows(of: person, session)
        var bar = ProgressBar("erasing")
        defer { bar.finish() }
        var removed = 0
        let counts = try PersonEraser.erase(
            person, list: store.erasedList, session,
            progress: { bar.show(min($0.total, expected), of: expected) },
            removeFile: { file in
                guard spool.hasFile(file) else { return }
                spool.remove(file)
                removed += 1
            })
        guard let counts else { return false }
        let (seconds, freeing) = (watch.seconds, Stopwatch())
        try PersonEraser.vacuum(counts, session)
        bar.finish()
        print("erased \(person.name) in \(seconds) s, and freed the space in \(freeing.seconds) s")
        var rows = counts.rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if removed > 0 { rows.append(("uploaded files", Int64(removed))) }
        let table = TextTable(of: rows, [.text("", \.0), .number("rows") { NumberText.grouped($0.1) }])
        print(table.text, terminator: "")
        return true
    }

    /// Returns the sentences about copies that the program cannot find.
    @MainActor private static func fixed(_ store: Store) -> [String] {
        let list = store.erasedList?.path
        return [
            "backups that were made before now, such as those of healthstore backup or pg_dump: healthstore has no list of them, and "
                + "erases the person again when one is restored",
            "files of healthstore export and exports of the Health app: delete them yourself",
            list.map { "the list of erased people, with only the uuid; keep it with the backups: \($0)" }
                ?? "an older backup brings the person back, because the store has no list of erased people: use "
                + "--erased-list FILE",
        ]
    }
}
