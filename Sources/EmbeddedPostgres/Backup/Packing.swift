import Foundation

/// How the files of a backup are compressed and encrypted.
struct Packing: Sendable {
    /// The file of age's public keys that can open the backup; nil if it is not encrypted.
    let recipients: String?
    private let compressor: [String]
    /// The end of the names of packed files, such as `.zst.age`.
    let suffix: String
    /// Polled while a file is packed; nil if nothing cancels it.
    private let isCancelled: (@Sendable () -> Bool)?

    /// Uses zstd if it is installed, and gzip otherwise, which every Debian system has.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if age is needed and not installed.
    init(recipients: String?, isCancelled: (@Sendable () -> Bool)? = nil) throws {
        self.recipients = recipients
        self.isCancelled = isCancelled
        let hasZstandard = Programs.path(of: "zstd") != nil
        compressor = hasZstandard ? ["zstd", "-q", "-c", "-T0"] : ["gzip", "-c"]
        suffix = (hasZstandard ? ".zst" : ".gz") + (recipients == nil ? "" : ".age")
        if recipients != nil { try Packing.requireAge() }
    }

    static func requireAge() throws {
        guard Programs.path(of: "age") != nil else {
            throw EmbeddedPostgresError(.backupFailed, "age is not installed", hint: "install the package age")
        }
    }

    private var stages: [[String]] { [compressor] + (recipients.map { [["age", "--encrypt", "-R", $0]] } ?? []) }

    /// Packs bytes to a file whose name is `path` and `suffix`.
    ///
    /// - Parameter size: the size of the contents, at least that of `bytes`. Further bytes are
    ///   zeros.
    /// - Throws: `EmbeddedPostgresError`, or `CancellationError` if cancelled. No file is left
    ///   then.
    func pack(_ bytes: [UInt8], size: Int? = nil, to path: String) throws {
        let input = try MemoryFile(bytes, size: size)
        try DurableFile.create(path + suffix) {
            try Pipeline.run(stages, input: input.descriptor, output: $0, isCancelled: isCancelled)
        }
    }

    /// Packs the output of a program to a file whose name is `path` and `suffix`.
    ///
    /// - Returns: what the program wrote to its error stream.
    /// - Throws: as `pack`.
    func pack(outputOf command: [String], to path: String) throws -> String {
        var errors = ""
        try DurableFile.create(path + suffix) {
            errors = try Pipeline.run([command] + stages, output: $0, isCancelled: isCancelled)[0]
        }
        return errors
    }
}

/// Opens packed files.
public struct Unpacking: Sendable {
    /// The file of age's identities; nil if none was given.
    let identity: String?

    public init(identity: String?) { self.identity = identity }

    private static let suffixes = [".zst", ".gz", ".zst.age", ".gz.age"]

    /// Returns the packed file of `path`, or nil if none exists.
    static func file(_ path: String) -> String? {
        suffixes.map { path + $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Returns the name without the end of a packed file, or nil if it is another file.
    static func name(of file: String) -> String? {
        suffixes.first(where: file.hasSuffix).map { String(file.dropLast($0.count)) }
    }

    /// Returns the commands that write the contents of a packed file.
    private func stages(_ file: String) throws -> [[String]] {
        var (name, stages) = (file[...], [[String]]())
        if name.hasSuffix(".age") {
            guard let identity else {
                throw EmbeddedPostgresError(
                    .backupFailed, "the backup is encrypted",
                    hint: "add --identity FILE, the file that age-keygen wrote")
            }
            try Packing.requireAge()
            stages.append(["age", "--decrypt", "-i", identity])
            name = name.dropLast(4)
        }
        return stages + [name.hasSuffix(".zst") ? ["zstd", "-q", "-d", "-c"] : ["gzip", "-d", "-c"]]
    }

    /// Passes the contents of the packed file of `path` to a program.
    ///
    /// - Throws: `EmbeddedPostgresError` that names the file.
    func unpack(_ path: String, into command: [String]) throws {
        let nothing = try MemoryFile()
        try reading(path) { try Pipeline.run($1 + [command], input: $0, output: nothing.descriptor) }
    }

    /// Returns the contents of the packed file of `path`.
    ///
    /// - Throws: `EmbeddedPostgresError` that names the file.
    func contents(_ path: String) throws -> [UInt8] {
        let output = try MemoryFile()
        try reading(path) { try Pipeline.run($1, input: $0, output: output.descriptor) }
        return output.contents()
    }

    private func reading(_ path: String, _ body: (Int32, [[String]]) throws -> Void) throws {
        guard let file = Unpacking.file(path) else {
            throw EmbeddedPostgresError(.backupFailed, "the file \(path) of the backup is missing")
        }
        let input = open(file, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw DurableFile.failure("open", file) }
        defer { close(input) }
        do { try body(input, try stages(file)) } catch let error as EmbeddedPostgresError
            where error.code == .programFailed
        {
            throw EmbeddedPostgresError(.backupFailed, "cannot unpack \(file): \(error.message)", hint: error.hint)
        }
    }
}
