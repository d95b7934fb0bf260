import ArchiveReader
import Foundation

/// What an import reads: an archive or an export.xml by itself, opened, or the files of an unzipped
/// export, listed.
///
/// A file is opened once, so that its size, its fingerprint and its content are those of one file,
/// even if another takes its path meanwhile.
///
/// An unzipped export is named by its directory, by the directory that holds `apple_health_export`,
/// or by its export.xml, under whatever name: the files that the zip would have beside it are read,
/// too. Symbolic links below the directory are not followed, nothing outside it is read, and the
/// limits are those of an archive.
public struct ExportInput: ~Copyable {
    /// As the caller named it.
    let path: String
    /// What it is called for people, without its folder.
    public let name: String
    /// Equal for equal content: `ExportFingerprint`.
    public let fingerprint: String
    let archive: ArchiveReader

    /// Bytes of all its files.
    public var bytes: Int64 { archive.fileBytes }

    /// Opens a file or lists a directory.
    ///
    /// - Parameters:
    ///   - path: a file or a directory.
    ///   - name: what people call the file, if it is an upload: it is then read alone, whatever is
    ///     beside it. Nil for the last component of the path.
    /// - Throws: `HealthImportError`: nothing can be read there, or a directory has no export.
    public init(path: String, name: String? = nil) throws {
        self.path = path
        self.name = name ?? URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        do {
            (archive, fingerprint) = try ExportInput.open(path, name)
        } catch let error as ArchiveError {
            throw HealthImportError(error)
        }
    }

    private static func open(_ path: String, _ name: String?) throws -> (ArchiveReader, fingerprint: String) {
        // A link that the caller names is followed.
        if name == nil, isDirectory(URL(fileURLWithPath: path).resolvingSymlinksInPath().path) {
            return try list(try tree(ofDirectory: path))
        }
        let archive = try ArchiveReader(path: path, name: name)
        if name == nil, let tree = try tree(around: path, archive) { return try list(tree) }
        return (archive, try ExportFingerprint.of(archive))
    }

    private static func list(_ tree: FileTree) throws -> (ArchiveReader, fingerprint: String) {
        (try ArchiveReader(tree: tree), ExportFingerprint.of(tree))
    }

    // MARK: Directories

    /// All files of the directory in which the export lies: this one, or the one inside it that the
    /// zip has.
    private static func tree(ofDirectory path: String) throws -> FileTree {
        for root in [path, "\(path)/\(ExportPath.exportFolder)"] where root == path || isDirectory(root) {
            if try holdsExport(root) { return try FileTree(root: root) }
        }
        throw HealthImportError(
            .noExport,
            "no HealthKit export found in directory \"\(path)\": no file directly in it or in \(ExportPath.exportFolder) is one; "
                + "name the directory of export.xml, or the zip")
    }

    /// Not through a link.
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

    /// An export.xml and the folders of an export beside it, nothing else. Nil if no folder is
    /// beside it, if the file is no export, or if the path is a link: what is beside a link does
    /// not belong to the export.
    private static func tree(around path: String, _ archive: ArchiveReader) throws -> FileTree? {
        let url = URL(fileURLWithPath: path)
        let root = url.deletingLastPathComponent().path
        guard type(of: path) == .typeRegular,
            ExportPath.measuredFolders.contains(where: { isDirectory("\(root)/\($0)") }),
            DocumentElement.name(in: try archive.bytes(at: 0, count: ExportFile.headBytes)) == "HealthData"
        else { return nil }
        return try FileTree(root: root, names: ExportPath.folders.union([url.lastPathComponent]))
    }
}
