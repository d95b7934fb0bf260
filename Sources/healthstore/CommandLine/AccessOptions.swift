import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// The options of the commands that grant or narrow access.
extension Option {
    static let groups = Option("--groups", "GROUPS", "the types of these groups: all or names, separated by commas")
    static let accessTypes = Option("--types", "TYPES", "these types, separated by commas, in addition to --groups")
    static let accessFrom = Option("--from", "TIME", "only samples that start at this time or later")
    static let accessTo = Option("--to", "TIME", "only samples that end at this time or earlier")
    static let rights = Option("--rights", "RIGHTS", "one or more of read, write and manage, separated by commas")
    static let hidesNames = Option("--no-names", nil, "hide the names of sources and devices")
    static let until = Option("--until", "TIME", "the end of the access: a time, or a duration such as 90d")

    /// The options that choose types and dates.
    static let scope = [groups, accessTypes, accessFrom, accessTo]
    static let groupNote = """
        Groups are \(AccessGroup.allCases.map(\.rawValue).joined(separator: ", ")). \
        all covers all of them except reproductive, clinical and routes, which must be named: --groups all,routes. Times \
        without an offset are those of this machine's time zone.
        """
}

extension Arguments {
    /// Returns the types and dates of the options `Option.scope`.
    ///
    /// - Throws: `ParameterError` that names the option.
    func accessScope(of person: Person?, _ session: Session) throws -> AccessScope {
        try AccessScope(
            groups: self["--groups"], types: self["--types"], from: self["--from"], to: self["--to"],
            on: LocalZone.clock,
            others: try person.map { try GrantStore.otherTypes(of: $0, session) } ?? [])
    }

    /// - Throws: `ParameterError` that names the option.
    func expiry(_ option: String) throws -> Instant? {
        try ParameterText.expiry(self[option], String(option.dropFirst(2)), now: .now, on: LocalZone.clock)
    }

    /// Returns the holder whose name is the option's value.
    ///
    /// - Throws: `UsageError` if the option is missing; `CommandFailure`, which names the option,
    ///   if the store has no such holder.
    func holder(_ option: String, _ session: Session) throws -> Holder {
        let name = try required(option)
        do { return try HolderStore.find(name: name, session) } catch let error as HealthDatabaseError {
            throw CommandFailure(message: "\(option) must name a holder: \(error.message)", hint: error.hint)
        }
    }

    /// Returns the person whose name is the value of `--person`.
    ///
    /// - Throws: `UsageError` if the option is missing; `HealthDatabaseError` (`unknownPerson`).
    func person(_ session: Session) throws -> Person {
        try PersonStore.find(name: try required("--person"), session)
    }
}
