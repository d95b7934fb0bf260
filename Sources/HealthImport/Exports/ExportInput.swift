import ArchiveReader
import Foundation

/// What an import reads: an archive, an export.xml by itself, or the files of an unzipped export.
///
/// An unzipped export is named by its directory, by the directory that holds `apple_health_export`, or by its export.xml,
/// under whatever name: the files that the zip would have beside it are read, too. Symbolic links below the directory are
/// not followed, nothing outside it is read, and the limits are those of an archive.
public struct ExportInput: Sendable {
    /// As the caller named it.
    public let path: String
    /// What it is called for people, without its folder.
    public let name: String
    /// Bytes of all its files.
    public let bytes: Int64
    /// Tells the same content again: `ExportFingerprint`.
    public let fingerprint: String
    /// The files of an unzipped export; nil for one file.
    let tree: FileTree?
    /// What the entry of a plain file is called; nil for its own name.
    let entryName: String?

    /// - Throws: `HealthImportError`: nothing can be read there, or a directory has no export.
    public init(path: String) throws {
        self.path = path
        name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        entryName = nil
        do { tree = try ExportInput.tree(at: path) } catch let error as ArchiveError { throw HealthImportError(error) }
        if let tree {
            bytes = tree.bytes
            fingerprint = ExportFingerprint.of(tree)
        } else {
            bytes = ExportInput.bytes(of: path)
            fingerprint = try ExportFingerprint.of(path: path)
        }
    }

    /// One file alone, whatever is beside it, that people know by another name: an upload.
    ///
    /// - Throws: `HealthImportError`: it cannot be read.
    public init(path: String, name: String) throws {
        self.path = path
        self.name = name
        entryName = name
        tree = nil
        bytes = ExportInput.bytes(of: path)
        fingerprint = try ExportFingerprint.of(path: path)
    }

    private static func bytes(of path: String) -> Int64 {
        let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.fileSizeKey])
        return Int64(values?.fileSize ?? 0)
    }

    func open() throws -> ArchiveReader {
        guard let tree else { return try ArchiveReader(path: path, name: entryName) }
        return try ArchiveReader(tree: tree)
    }

    // MARK: Directories

    private static func tree(at path: String) throws -> FileTree? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        switch attributes?[.type] as? FileAttributeType {
        case .typeDirectory?: return try tree(ofDirectory: path)
        case .typeRegular?: return try tree(around: path)
        case .typeSymbolicLink?:
            // A link that the caller names is followed. Beside a link to a file lies nothing of that file's export.
            let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            return isDirectory(target) ? try tree(ofDirectory: path) : nil
        default: return nil
        }
    }

    /// All files of the directory in which the export lies: this one, or the one inside it that the zip has.
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
    private static func isDirectory(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
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

    /// An export.xml and the folders of an export beside it, nothing else; nil where no folder is, or the file is another.
    private static func tree(around path: String) throws -> FileTree? {
        let url = URL(fileURLWithPath: path)
        let root = url.deletingLastPathComponent().path
        guard ExportPath.measuredFolders.contains(where: { isDirectory("\(root)/\($0)") }),
            let file = try? FileHandle(forReadingFrom: url)
        else { return nil }
        defer { try? file.close() }
        let head = try? file.read(upToCount: ExportFile.headBytes)
        guard let head, DocumentElement.name(in: Array(head)) == "HealthData" else { return nil }
        return try FileTree(root: root, names: ExportPath.folders.union([url.lastPathComponent]))
    }
}
