import EmbeddedPostgres
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore doctor`
enum DoctorCommand: Command {
    static let description = CommandDescription(
        "doctor", "Checks the store for problems and changes nothing.",
        options: [
            Option(
                "--verify", "SHARE", isValueOptional: true,
                "compare stored figures with samples: all, or a percentage of the days (some days of each type)"),
            Option(
                "--replication", nil, "examine the primary and the standbys that --database-url names, and nothing else"
            ),
        ],
        notes: """
            The exit status is 1 if a problem was found. Figures that differ are shown by name and time, without their \
            values. healthstore rebuild computes them again.
            """)

    /// The maximum number of differences that are printed.
    private static let differencesShown = 100

    static func run(_ arguments: Arguments) async throws {
        let share = try share(arguments)
        if arguments.has("--replication") {
            guard share == nil else { throw arguments.usage("--replication and --verify exclude each other") }
            return try await Store.withDatabase(arguments) { try show(ReplicationCheck($0.openEach()).findings) }
        }
        do { try await examine(arguments, share) } catch let error as EmbeddedPostgresError where error.code == .noStore
        {
            throw error
        } catch let error where !(error is ExitStatus || error is UsageError) {
            // A store that cannot be opened cannot be served either.
            let (message, hint) = Healthstore.explain(error)
            try show(files(arguments) + [Doctor.Finding(isGood: false, text: message, hint: hint)])
        }
    }

    private static func examine(_ arguments: Arguments, _ share: FigureVerifier.Share?) async throws {
        try await Store.with(arguments, for: .inspect) { store, session in
            let server = try store.privateServer?.findings(session) ?? []
            let findings =
                try server.map(finding) + Doctor(session: session, list: store.erasedList).examine()
            guard let share else { return try show(findings) }
            let isGood = (try? show(findings)) != nil
            let report = try FigureVerifier(session: session).verify(share)
            show(report)
            if !isGood || report.differenceCount > 0 { throw ExitStatus() }
        }
    }

    /// Checks the files of a private server that cannot be asked.
    private static func files(_ arguments: Arguments) -> [Doctor.Finding] {
        guard (try? Store.namesServer(arguments)) == false else { return [] }
        let directory = arguments.dataDirectory
        let server = try? EmbeddedServer(dataDirectory: directory, isCreating: false)
        return server.map { [finding($0.fileFinding)] } ?? []
    }

    private static func finding(_ finding: EmbeddedServer.Finding) -> Doctor.Finding {
        Doctor.Finding(isGood: finding.isGood, text: finding.text, hint: finding.hint)
    }

    /// Prints findings.
    ///
    /// - Throws: `ExitStatus` if one is a problem.
    private static func show(_ findings: [Doctor.Finding]) throws(ExitStatus) {
        for finding in findings {
            print((finding.isGood ? "ok       " : "PROBLEM  ") + finding.text)
            if let hint = finding.hint, !finding.isGood { print("         hint: \(hint)") }
        }
        if !findings.allSatisfy(\.isGood) { throw ExitStatus() }
    }

    private static func share(_ arguments: Arguments) throws -> FigureVerifier.Share? {
        switch arguments["--verify"] {
        case nil: return nil
        case "": return .some
        case "all": return .percent(100)
        case let text?:
            let number = text.hasSuffix("%") ? String(text.dropLast()) : text
            guard let percent = Double(number), percent > 0, percent <= 100 else {
                throw arguments.usage("--verify takes all, or a percentage such as 5%")
            }
            return .percent(percent)
        }
    }

    private static func show(_ report: FigureVerifier.Report) {
        let compared =
            "figures of \(NumberText.grouped(Int64(report.types))) types compared with samples: "
            + "\(NumberText.grouped(Int64(report.hours))) hours, \(NumberText.grouped(Int64(report.days))) days, "
            + "\(NumberText.grouped(Int64(report.nights))) nights"
        guard report.differenceCount > 0 else { return print("ok       " + compared) }
        print("PROBLEM  \(compared), \(NumberText.grouped(Int64(report.differenceCount))) differences")
        print("         hint: please report this; healthstore rebuild computes the figures again, the samples are safe")
        for difference in report.differences.prefix(differencesShown) {
            let source = difference.sourceID == 0 ? "" : ", source \(difference.sourceID)"
            print(
                "         \(difference.person), \(difference.type), \(difference.span.rawValue) from \(difference.start.rfc3339)\(source): "
                    + difference.figure)
        }
    }
}
