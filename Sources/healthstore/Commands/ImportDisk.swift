import HealthDatabase
import HealthJobs
import Postgres

/// The disk of the private server while a command stores health data. PostgreSQL stops if the disk
/// is full, so the command ends before that.
struct ImportDisk {
    /// Nil for a server of one's own.
    private let reserve: DiskReserve?

    static let option = Option(
        "--disk-reserve", "BYTES",
        "stop while the private PostgreSQL's disk has less free; 0 for no limit (5 GiB, or a tenth of the disk)")

    /// Returns the bytes of the option; nil if it is not given.
    ///
    /// - Throws: `UsageError`.
    static func bytes(_ arguments: Arguments) throws -> Int64? {
        try arguments.integer("--disk-reserve", in: 0...Int.max / 2).map { Int64($0) }
    }

    @MainActor init(_ store: Store, _ bytes: Int64?, _ session: Session) throws {
        reserve = try ServeCommand.disk(store, bytes, session, Log { _ in })
    }

    /// True if the disk has less free space than the reserve.
    var isShort: Bool { reserve?.isShort == true }

    /// Checks that the disk has the reserve. Asks the system at most once a second.
    ///
    /// - Parameter next: what the same command does when it runs again.
    /// - Throws: `CommandFailure`.
    func check(next: String) throws {
        if isShort { throw failure(next: next) }
    }

    func failure(next: String) -> CommandFailure {
        let (kept, free) = (reserve?.bytes ?? 0, reserve?.freeNow ?? 0)
        return CommandFailure(
            message: "the disk of the database has \(NumberText.grouped(free)) bytes free, which is "
                + "\(NumberText.grouped(max(0, kept - free))) less than the reserve for PostgreSQL",
            hint: "make room on the disk, or lower --disk-reserve; then the same command \(next)")
    }
}
