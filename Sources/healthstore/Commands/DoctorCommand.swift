import HealthDatabase

/// `healthstore doctor`
enum DoctorCommand: Command {
    static let description = CommandDescription(
        "doctor", "Looks for what is wrong with the store; changes nothing.",
        notes: "The exit status is 1 if something is wrong.")

    static func run(_ arguments: Arguments) async throws -> Int32 {
        try await Store.with(arguments, for: .inspect) { _, session in
            let findings = try Doctor(session: session).examine()
            for finding in findings {
                print((finding.isGood ? "ok       " : "PROBLEM  ") + finding.text)
                if let hint = finding.hint, !finding.isGood { print("         hint: \(hint)") }
            }
            return findings.allSatisfy(\.isGood) ? 0 : 1
        }
    }
}
