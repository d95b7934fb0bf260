import Foundation
import Postgres

/// Tells why a program failed, by what it printed.
enum ProgramFailure {
    /// Returns the error of a program with the given name.
    static func error(_ name: String, _ output: String) -> EmbeddedPostgresError {
        let reason = reason(in: output)
        return EmbeddedPostgresError(
            .programFailed, "\(name) failed: \(reason.trimmingPrefix("\(name): "))", hint: hint(for: reason))
    }

    /// Returns the line with the reason. Programs print it among warnings, advice, and what they
    /// did because of it.
    static func reason(in output: String) -> String {
        let lines = output.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        let line =
            lines.first(where: isFullDisk) ?? lines.first(where: isDamage)
            ?? lines.first { $0.contains(#/(?i)\b(error|fatal|panic): /#) } ?? lines.last { !isAfterwards($0) }
        guard let line else { return "it printed nothing" }
        return String(line.firstMatch(of: #/(?i)\b(?:error|fatal|panic|warning): +(.+)/#)?.1 ?? line[...])
    }

    /// Returns the next step after a failure for this reason; nil if the reason implies it, or if
    /// it is not known.
    static func hint(for reason: String) -> String? {
        if isFullDisk(reason) { return "make room on the disk, and run the command again" }
        if reason.contains(#/server version mismatch|unsupported version/#) {
            return "install the package postgresql-client of the newer version of PostgreSQL"
        }
        if reason.contains(#/TCP\/IP sockets: .*Address already in use/#) {
            return "end the other program, or run healthstore analyst tcp with another port or off"
        }
        return isDamage(reason) ? PostgresError.damageHint : nil
    }

    /// True if a stage of a pipeline ended because the stage that reads from it had failed.
    static func isOfReader(_ output: String) -> Bool { reason(in: output).contains("Broken pipe") }

    private static func isFullDisk(_ line: String) -> Bool { line.contains(#/(?i)no space left on device/#) }

    private static func isDamage(_ line: String) -> Bool {
        line.contains(#/invalid page in block|(page|checksum) verification failed|valid checkpoint record/#)
    }

    /// True for advice, and for what a program says after the reason.
    private static func isAfterwards(_ line: String) -> Bool {
        line.contains(#/^HINT:|^tar: (Exiting|Error is)|^Failure, exiting|^Examine the log|: removing /#)
    }
}
