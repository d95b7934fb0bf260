import Postgres
import Testing

@testable import EmbeddedPostgres

@Suite struct ProgramFailureTests {
    private static let report = "\nage: report unexpected or unhelpful errors at https://filippo.io/age/report"
    private static let full = "could not create directory \"a\": No space left on device"
    private static let damage = "checksum verification failed in file \"./base/5/1259\", block 7, calculated 1"
    private static let newer = "install the package postgresql-client of the newer version of PostgreSQL"
    private static let room = "make room on the disk, and run the command again"

    @Test(
        "the reason is the line about the cause, and a full disk and damaged files have a next step",
        arguments: [
            ("age: error: no identity matched\nage: hint: another" + report, "no identity matched", nil),
            ("age: error: write -: no space left on device" + report, "write -: no space left on device", room),
            ("creating a ... initdb: error: \(full)\ninitdb: removing contents of a", full, room),
            ("2026-11-29 [7] FATAL:  \(full)\nchild process exited with exit code 1\ninitdb: removing a", full, room),
            ("WARNING:  \(damage)\npg_basebackup: error: checksum error occurred", damage, PostgresError.damageHint),
            ("[7] PANIC:  invalid page in block 7", "invalid page in block 7", PostgresError.damageHint),
            ("p: a: Wrote only 5 bytes\np: a: No space left on device", "a: No space left on device", room),
            ("p: no archive\ntar: Exiting with failure status", "no archive", nil),
            ("waiting .... failed\np: server does not shut down\nHINT:  The", "server does not shut down", nil),
            ("p: error: unsupported version (1.16) in file header", "unsupported version (1.16) in file header", newer),
            ("\n", "it printed nothing", nil),
        ] as [(String, String, String?)])
    func reasons(output: String, reason: String, hint: String?) {
        let error = ProgramFailure.error("p", output)
        #expect(error.message == "p failed: " + reason && error.hint == hint)
    }

    @Test("the reason of pg_upgrade is what follows the check that failed")
    func upgrade() {
        let output = "Checking a    fatal\n\nYour installation has\na. A list is in:\n    /b\n\nFailure, exiting"
        #expect(EmbeddedServer.reasonOfUpgrade(output) == "Your installation has a. A list is in: /b")
    }
}
