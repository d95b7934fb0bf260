import Foundation

/// The data directory and its user. Only root can give a directory to another user.
extension ServerUser {
    /// The files of a data directory that the program makes, except the server's own.
    static let names =
        [
            "turn.lock", "use.lock", "socket", "erased-people", "imports", LastBackup.fileName,
            EmbeddedServer.recipientsName,
        ] + ArchiveFault.Kind.allCases.map(\.rawValue)

    /// Gives a data directory that belongs to root to this user, with the files that an earlier
    /// program made as root. Other files keep their owner. Does nothing if this process is not
    /// root's.
    ///
    /// - Throws: `EmbeddedPostgresError` if the system refuses it.
    func takeOver(dataDirectory: String) throws {
        guard geteuid() == 0, ServerUser.owner(of: dataDirectory) == 0 else { return }
        for name in ServerUser.names { try takeOver(tree: dataDirectory + "/" + name) }
        // The directory is last, so that an interrupted change is repeated.
        try take(dataDirectory)
    }

    /// Gives files and directories of root to this user, and what is in them. Does not look into
    /// directories of other users, who could have put links there.
    func takeOver(tree path: String) throws {
        var file = stat()
        guard geteuid() == 0, lstat(path, &file) == 0, file.st_uid == 0, file.st_mode & S_IFMT != S_IFLNK else {
            return
        }
        if file.st_mode & S_IFMT == S_IFDIR {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in names { try takeOver(tree: path + "/" + name) }
        }
        try take(path)
    }

    private func take(_ path: String) throws {
        guard lchown(path, id, group) == 0 else {
            throw EmbeddedPostgresError.system(.directoryUnusable, "cannot give \(path) to the user \(name)")
        }
    }
}

extension EmbeddedServer {
    /// Makes the directories of a service that root starts, for the user as whom it will run.
    /// Called by root.
    ///
    /// - Parameters:
    ///   - dataDirectory: its owner is the user. If it does not exist or belongs to root, it is the
    ///     user "healthstore" or else "postgres".
    ///   - isPrivate: false if the service uses another server. It then needs the data directory
    ///     only if one of the other folders is in it.
    ///   - uploads: the folder of uploads, which is made if it does not exist. Nil for none.
    ///   - ownFolders: folders that only the program writes to, which commands of root may have
    ///     made. They are made if they do not exist.
    /// - Returns: the number of the user.
    /// - Throws: `EmbeddedPostgresError` if there is no such user or a directory cannot be made.
    public static func prepareDirectories(
        dataDirectory: String, isPrivate: Bool, uploads: String?, ownFolders: [String]
    ) throws -> uid_t {
        let path = URL(fileURLWithPath: dataDirectory).standardizedFileURL.path
        let user = try ServerUser.current(dataDirectory: path)
        if isPrivate || (ownFolders + [uploads ?? ""]).contains(where: { $0.hasPrefix(dataDirectory + "/") }) {
            if ServerUser.owner(of: path) == nil { try makeDirectory(path, mode: 0o700) }
            try user.takeOver(dataDirectory: path)
        }
        for folder in ownFolders {
            try makeDirectory(folder, mode: 0o700)
            try user.takeOver(tree: folder)
        }
        guard let uploads else { return user.id }
        let isNew = ServerUser.owner(of: uploads) == nil
        if isNew { try makeDirectory(uploads, mode: 0o700) }
        // A folder that the operator named keeps its owner.
        if isNew || uploads == dataDirectory + "/imports" { try user.takeOver(tree: uploads) }
        return user.id
    }
}
