import Glibc

/// The files below a directory, listed once in the order of their paths. Symbolic links are listed
/// but never followed.
///
/// A value holds no open files. ``ArchiveReader/init(tree:limits:)`` reads the files.
public struct FileTree: Sendable {
    /// A listed file, link or device. Only files have bytes to read.
    public struct File: Sendable {
        /// The path below the directory, in UTF-8 without control characters. It is only a name, so
        /// do not open it.
        public let path: String
        public let kind: ArchiveEntry.Kind
        /// The size of a file in bytes. It is 0 for links and devices.
        public let bytes: Int64
        /// The time of the last modification in nanoseconds since 1970-01-01 00:00 UTC.
        public let modifiedNanoseconds: Int64
        /// The components of the path as the file system stores them.
        let components: [[UInt8]]
    }

    /// The directory's path.
    public let root: String
    public private(set) var files: [File] = []
    /// The size of all files in bytes.
    public var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }

    /// The maximum depth of nested directories.
    public static let depthMax = 32

    /// Lists a directory. The path itself may be a symbolic link.
    ///
    /// - Parameters:
    ///   - names: the names in the directory that are listed. nil lists all names.
    ///   - depthMax: the maximum depth of nested directories. The directory itself has depth 1. A
    ///     deeper directory is an error. With a maximum of 1, all subdirectories are ignored
    ///     instead.
    /// - Throws: ``ArchiveError``: `notFound`, `notReadable`, or `limitExceeded` for too many
    ///   entries, too long paths or too deeply nested directories.
    public init(
        root: String, names: Set<String>? = nil, depthMax: Int = FileTree.depthMax,
        limits: ArchiveLimits = ArchiveLimits()
    ) throws {
        self.root = root
        let directory = try OpenDirectory(root)
        try list(directory, below: [], names: names, depth: depthMax, isFlat: depthMax == 1, limits)
        files.sort { $0.components.lexicographicallyPrecedes($1.components) { $0.lexicographicallyPrecedes($1) } }
    }

    private mutating func list(
        _ directory: OpenDirectory, below parents: [[UInt8]], names: Set<String>?, depth: Int, isFlat: Bool,
        _ limits: ArchiveLimits
    ) throws {
        for name in try directory.names() {
            if let names, !names.contains(String(decoding: name, as: UTF8.self)) { continue }
            let components = parents + [name]
            let path = FileTree.path(components)
            guard components.reduce(-1, { $0 + $1.count + 1 }) <= limits.pathBytesMax else {
                throw exceeded("has a file whose path is longer than \(limits.pathBytesMax) bytes")
            }
            guard let status = directory.status(of: name) else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                guard !isFlat else { continue }
                guard depth > 1 else {
                    throw exceeded("has more than \(FileTree.depthMax) nested directories")
                }
                let inner = try directory.directory(name, path: "\(root)/\(path)")
                try list(inner, below: components, names: nil, depth: depth - 1, isFlat: isFlat, limits)
                continue
            }
            guard files.count < limits.entriesMax else { throw exceeded("has more than \(limits.entriesMax) files") }
            let kind: ArchiveEntry.Kind =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFLNK: .symbolicLink
                default: .other
                }
            files.append(
                File(
                    path: path, kind: kind, bytes: kind == .file ? Int64(status.st_size) : 0,
                    modifiedNanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000
                        &+ Int64(status.st_mtim.tv_nsec),
                    components: components))
        }
    }

    private func exceeded(_ message: String) -> ArchiveError {
        ArchiveError(code: .limitExceeded, message: "directory \"\(root)\" \(message)")
    }

    private static func path(_ components: [[UInt8]]) -> String {
        ArchiveEntry.printable(components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))
    }
}

/// An open directory. Its files are opened relative to its descriptor, so another directory at the
/// same path cannot replace it in the meantime.
private final class OpenDirectory {
    private let descriptor: Int32
    private let path: String

    /// Opens a directory. Follows symbolic links.
    convenience init(_ path: String) throws {
        try self.init(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
    }

    private init(_ descriptor: Int32, _ path: String) throws {
        self.descriptor = descriptor
        self.path = path
        guard descriptor >= 0 else { throw ArchiveError.system("could not open", path, errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the names in the directory, except `.` and `..`, in no particular order. See
    /// [readdir(3)](https://man7.org/linux/man-pages/man3/readdir.3.html).
    func names() throws -> [[UInt8]] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            throw ArchiveError.system("could not read", path, errno)
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw ArchiveError.system("could not read", path, errno) }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
    }

    /// Returns the status of the file itself, not of a link's target. Returns nil if the system
    /// does not report it, for example because the file no longer exists.
    func status(of name: [UInt8]) -> stat? {
        var status = stat()
        return fstatat(descriptor, OpenDirectory.text(name), &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Opens a subdirectory. Fails if the name is a symbolic link.
    func directory(_ name: [UInt8], path: String) throws -> OpenDirectory {
        try OpenDirectory(
            openat(descriptor, OpenDirectory.text(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), path)
    }

    /// Opens a file of the directory. Fails if the name is a symbolic link.
    func file(_ name: [UInt8], path: String) throws -> PlainFile {
        try PlainFile(
            opened: openat(descriptor, OpenDirectory.text(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC),
            path: path, mayBeEmpty: true)
    }

    private static func text(_ name: [UInt8]) -> [CChar] { name.map { CChar(bitPattern: $0) } + [0] }
}

/// Reads the files of a tree in sequence.
final class FileTreeReader {
    private let tree: FileTree
    private let root: OpenDirectory
    private var next = 0
    private var current: PlainFile?
    /// The size of the files before the current one.
    private var passedBytes: Int64 = 0

    init(_ tree: FileTree) throws {
        self.tree = tree
        root = try OpenDirectory(tree.root)
    }

    var bytesRead: Int64 { passedBytes + (current?.bytesRead ?? 0) }

    func nextEntry() throws -> ArchiveEntry? {
        if next > 0 { passedBytes += tree.files[next - 1].bytes }
        current = nil
        guard next < tree.files.count else { return nil }
        let file = tree.files[next]
        next += 1
        if file.kind == .file { current = try open(file) }
        return ArchiveEntry(
            path: file.path, kind: file.kind, size: current?.bytes,
            modifiedSeconds: file.modifiedNanoseconds / 1_000_000_000)
    }

    private func open(_ file: FileTree.File) throws -> PlainFile? {
        guard let name = file.components.last else { return nil }
        let path = "\(tree.root)/\(file.path)"
        var directory = root
        for parent in file.components.dropLast() { directory = try directory.directory(parent, path: path) }
        return try directory.file(name, path: path)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try current?.read(into: buffer) ?? 0 }
}
