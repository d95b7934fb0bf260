import Glibc

/// The owner of the files that commands make.
///
/// Commands of root write beside the files of the service, which runs as another user. That user
/// must be able to read and to replace them, so each belongs to the owner of its folder.
public enum FileOwner {
    /// Gives a file or folder that root made to the owner of the folder in which it is. Does
    /// nothing if this process is not root's.
    ///
    /// A file system that stores no owners refuses it. All users have the same rights there.
    public static func inherit(_ path: String) {
        guard geteuid() == 0 else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var (own, parent) = (stat(), stat())
        guard lstat(path, &own) == 0, own.st_uid == 0, stat(folder, &parent) == 0 else { return }
        _ = lchown(path, parent.st_uid, parent.st_gid)
    }
}
