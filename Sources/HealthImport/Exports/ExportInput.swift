import ArchiveReader
import Foundation

/// The input of an import: an opened archive, an opened export.xml, or the list of files of an
/// unzipped export.
///
/// A file is opened once. So its size, its fingerprint and its content come from the same file,
/// even if another file gets its path meanwhile.
///
/// The caller names an unzipped export in one of three ways: by its directory, by the directory
/// that contains `apple_health_export`, or by its export.xml, which may have another name. In each
/// case, the files that the zip has beside export.xml are read, too. Symbolic links below the
/// directory are not followed. No file outside the directory is read. The limits are those of an
/// archive.
public struct ExportInput: ~Copyable {
    /// The path that the caller passed.
    let path: String
    /// The name for messages, without its folder.
    public let name: String
    /// The result of `ExportFingerprint`, which is equal for equal content.
    public let fingerprint: String
    let archive: ArchiveReader

    /// Bytes of all files of the input.
    public var bytes: Int64 { archive.fileBytes }

    /// Opens a file or lists a directory.
    ///
    /// - Parameters:
    ///   - path: a file or a directory.
    ///   - name: the name of an upload for messages. The file of an upload is read without the
    ///     files beside it. Nil for the last component of the path.
    ///   - descriptor: the file at the path, if the caller has opened it. The caller closes it.
    /// - Throws: `HealthImportError` if the path cannot be read, or if a directory contains no
    ///   export.
    public init(path: String, name: String? = nil, descriptor: Int32? = nil) throws {
        self.path = path
        self.name = name ?? URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        do {
            (archive, fingerprint) = try ExportInput.open(path, name, descriptor)
        } catch let error as ArchiveError {
            throw HealthImportError(error)
        }
    }

    /// Returns the directory that an import of `path` reads: the path itself, or the directory of
    /// an export.xml with the folders of an export beside it. Returns nil if it reads only one
    /// file.
    public static func directory(of path: String) -> String? {
        if isDirectory(URL(fileURLWithPath: path).resolvingSymlinksInPath().path) { return path }
        let root = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return type(of: path) == .typeRegular && hasFolders(root) ? root : nil
    }

    /// Returns true if an open file is an export.xml.
    public static func isHealthData(_ descriptor: Int32) -> Bool {
        guard let file = try? ArchiveReader(path: "export.xml", descriptor: descriptor),
            let head = try? file.bytes(at: 0, count: ExportFile.headBytes)
        else { return false }
        return DocumentElement.name(in: head) == "HealthData"
    }

    private static func hasFolders(_ root: String) -> Bool {
        ExportPath.measuredFolders.contains { isDirectory("\(root)/\($0)") }
    }

    private static func open(
        _ path: String, _ name: String?, _ descriptor: Int32?
    ) throws -> (ArchiveReader, fingerprint: String) {
        // A link in the path that the caller passed is followed.
        if name == nil, isDirectory(URL(fileURLWithPath: path).resolvingSymlinksInPath().path) {
            return try list(try tree(ofDirectory: path))
        }
        let archive = try ArchiveReader(path: path, name: name, descriptor: descriptor)
        if name == nil, let tree = try tree(around: path, archive) { return try list(tree) }
        return (archive, try ExportFingerprint.of(archive))
    }

    private static func list(_ tree: FileTree) throws -> (ArchiveReader, fingerprint: String) {
        (try ArchiveReader(tree: tree), ExportFingerprint.of(tree))
    }

    // MARK: Directories

    /// Returns all files of the directory that contains the export. This is the directory itself,
    /// or its subdirectory with the name that the zip uses.
    private static func tree(ofDirectory path: String) throws -> FileTree {
        for root in [path, "\(path)/\(ExportPath.exportFolder)"] where root == path || isDirectory(root) {
            if try holdsExport(root) { return try FileTree(root: root) }
        }
        throw HealthImportError(
            .noExport,
            "no HealthKit export found in directory \"\(path)\": no file directly in it or in \(ExportPath.exportFolder) is one; "
                + "name the directory of export.xml, or the zip")
    }

    /// Returns true for a directory and false for a symbolic link to a directory.
    private static func isDirectory(_ path: String) -> Bool { type(of: path) == .typeDirectory }

    private static func type(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private static func holdsExport(_ root: String) throws -> Bool {
        let reader = try ArchiveReader(tree: try FileTree(root: root, depthMax: 1))
        while let entry = try reader.nextEntry() {
            guard entry.kind == .file else { continue }
            var head = [UInt8](repeating: 0, count: ExportFile.headBytes)
            let count = try reader.read(into: &head)
            var found = ExportEntry(name: entry.path, path: ExportPath.normalized(entry.path), kind: entry.kind)
            found.head = Array(head[..<count])
            if found.content == .healthData { return true }
        }
        return false
    }

    /// Returns an export.xml and the folders of an export beside it, but no other files. Returns
    /// nil if no such folder is beside it, or if the file is not an export. Also returns nil if the
    /// path is a link, because files beside a link do not belong to the export.
    private static func tree(around path: String, _ archive: ArchiveReader) throws -> FileTree? {
        let url = URL(fileURLWithPath: path)
        let root = url.deletingLastPathComponent().path
        guard type(of: path) == .typeRegular,
            hasFolders(root),
            DocumentElement.name(in: try archive.bytes(at: 0, count: ExportFile.headBytes)) == "HealthData"
        else { return nil }
        return try FileTree(root: root, names: ExportPath.folders.union([url.lastPathComponent]))
    }
}
