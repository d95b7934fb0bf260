import EmbeddedPostgres
import Foundation
import HealthImport
import SQLFiles
import ServiceProcess

/// The user as whom commands run that listen, or that read files of other people, if root starts
/// them. It is the owner of the data directory.
enum ServiceUser {
    /// Makes this process one of that user, if root started it. Before that, makes the data
    /// directory and the folders of uploads and timelines for the user, and reads the program's own
    /// files and the address of the database, because the user may not be allowed to read them.
    ///
    /// - Returns: the arguments, with the directories that root uses if none are given, and the
    ///   name of the user. The name is nil if root did not start this process.
    /// - Throws: `EmbeddedPostgresError`, `CommandFailure` if the user cannot write to a directory.
    static func become(
        _ arguments: Arguments, hasUploads: Bool
    ) throws -> (arguments: Arguments, user: String?) {
        guard RootPrivileges.areHeld else { return (arguments, nil) }
        _ = try? SQLFiles.load()
        let directory = arguments.dataDirectory
        let isPrivate = try !Store.namesServer(arguments)
        let uploads = hasUploads ? ServeCommand.importDirectory(arguments) : nil
        // A folder that does not exist is not made: its disk may not be mounted.
        let archive = [arguments["--wal-archive"].map { BackupFolder(path: $0).archivePath }].compactMap { $0 }
            .filter(FileManager.default.fileExists)
        var arguments = arguments
        if isPrivate { arguments = arguments.setting("--data-dir", to: directory) }
        if let uploads { arguments = arguments.setting("--import-dir", to: uploads) }
        let number = try EmbeddedServer.prepareDirectories(
            dataDirectory: directory, isPrivate: isPrivate, uploads: uploads,
            ownFolders: isPrivate ? archive : [Store.timelineFolder])
        let name = try RootPrivileges.giveUp(to: number)
        for option in ["--data-dir", "--import-dir", "--erased-list"] {
            guard let path = arguments[option], !isWritable(path) else { continue }
            throw CommandFailure(
                message:
                    "root gave its rights up for the user \(name), who cannot write to \(path), the value of \(option)",
                hint:
                    "give it to the user (chown -R \(name) \(path)), and let every user enter the directories above it")
        }
        return (arguments, name)
    }

    /// The same for a command that reads a file. Opens the file before, because only root may be
    /// allowed to read it.
    ///
    /// - Returns: the arguments, and the opened file. It is nil if root did not start this process,
    ///   or if the path is that of a directory.
    /// - Throws: as `become`; `CommandFailure` if the user cannot read a directory.
    static func become(
        _ arguments: Arguments, toRead path: String
    ) throws -> (arguments: Arguments, file: FileHandle?) {
        guard RootPrivileges.areHeld else { return (arguments, nil) }
        let type =
            try? FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type] as? FileAttributeType
        let file = type == .typeRegular ? FileHandle(forReadingAtPath: path) : nil
        let directory = ExportInput.directory(of: path)
        let (arguments, user) = try become(arguments, hasUploads: false)
        // Only an export.xml is read with the folders beside it.
        let isAlone = file.map { !ExportInput.isHealthData($0.fileDescriptor) } ?? false
        if let directory, !isAlone, (try? FileManager.default.contentsOfDirectory(atPath: directory)) == nil {
            throw CommandFailure(
                message:
                    "root gave its rights up for the user \(user ?? ""), who cannot read the directory \(directory)",
                hint: "let the user read it (chmod -R go+rX), or import the export.zip, which root opens")
        }
        return (arguments, file)
    }

    /// Returns true if the path can be written to, or can be made.
    private static func isWritable(_ path: String) -> Bool {
        let files = FileManager.default
        if files.fileExists(atPath: path) { return files.isWritableFile(atPath: path) }
        return files.isWritableFile(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}
