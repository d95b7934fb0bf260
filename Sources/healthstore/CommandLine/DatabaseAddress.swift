import Foundation
import Postgres
import Synchronization

/// The address of a database, as a URI or keyword/value string of libpq. It may contain a password.
///
/// Every user of a machine can see the arguments of its programs. So an address with a password is
/// read from a file, from a variable of the environment or from a credential of systemd, and is
/// refused as an argument.
struct DatabaseAddress {
    private let option: String
    private let variable: String
    private let credential: ServiceCredential

    /// The database of the store.
    static let store = DatabaseAddress(
        option: "--database-url", variable: "HEALTHSTORE_DATABASE_URL", credential: .databaseURL)
    /// The primary of a standby.
    static let primary = DatabaseAddress(
        option: "--primary-url", variable: "HEALTHSTORE_PRIMARY_URL", credential: .primaryURL)

    /// The option that names a file with the address.
    private var fileOption: String { option + "-file" }

    /// True if an option gives the address.
    func isArgument(_ arguments: Arguments) -> Bool { arguments.has(option) || arguments.has(fileOption) }

    /// Returns the address of the options; nil without them.
    ///
    /// - Throws: `UsageError` for both options, and for a password in an argument; `CommandFailure`
    ///   for a file that cannot be used. No message contains the address.
    func argument(_ arguments: Arguments) throws -> String? {
        guard !arguments.has(option) || !arguments.has(fileOption) else {
            throw arguments.usage("\(option) and \(fileOption) exclude each other")
        }
        if let path = arguments[fileOption] { return try DatabaseAddress.read(path) }
        guard let address = arguments[option] else { return nil }
        // A malformed address fails when the session is opened.
        let parsed = try? ConnectionString(address)
        guard parsed?["password"] == nil, parsed?["sslpassword"] == nil else {
            throw arguments.usage(
                "\(option) has a password, which every user of this machine can see; put the address into a file for \(fileOption) or into the variable \(variable), or the password into libpq's password file"
            )
        }
        return address
    }

    /// Returns the address of the environment or of the credential; nil without them.
    ///
    /// - Throws: `CommandFailure` for a credential that cannot be used.
    func environment() throws -> String? {
        if let address = ProcessInfo.processInfo.environment[variable] { return address }
        return try credential.path.map(DatabaseAddress.read)
    }

    /// The addresses of files that were read. A program that gives root's rights up may not be
    /// allowed to read its file again.
    private static let known = Mutex<[String: String]>([:])

    /// Reads the one line of a file, once.
    private static func read(_ path: String) throws -> String {
        if let address = known.withLock({ $0[path] }) { return address }
        let address = try SecretFile.line(
            of: path, with: "the address of the database",
            example: "an address such as postgresql://healthstore@db1.example.org/healthstore")
        known.withLock { $0[path] = address }
        return address
    }
}
