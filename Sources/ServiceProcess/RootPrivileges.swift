import CProgram
import Foundation

/// The rights of root, which a service gives up before it listens or reads files of other people.
public enum RootPrivileges {
    /// A system call that gives the rights up failed. The process must end.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    public static var areHeld: Bool { geteuid() == 0 }

    /// Makes this process one of another user, for good.
    ///
    /// The process gets the user's groups and no capabilities. No program that it runs can get
    /// rights by a set-user-ID bit. The variables HOME, USER and LOGNAME become those of the user,
    /// so that libraries do not look for files of root. Call it before the process has other
    /// threads.
    ///
    /// - Returns: the name of the user.
    /// - Throws: `Failure` if the user does not exist, or if the system keeps the rights of root.
    public static func giveUp(to user: uid_t) throws(Failure) -> String {
        guard user != 0, let entry = getpwuid(user)?.pointee else {
            throw Failure(description: "there is no user with the number \(user) to run as")
        }
        let (name, home, group) = (String(cString: entry.pw_name), String(cString: entry.pw_dir), entry.pw_gid)
        // The user is changed last, because only root can change the groups.
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0
        else {
            throw Failure(description: "cannot run as the user \(name): \(String(cString: strerror(errno)))")
        }
        guard geteuid() == user, getuid() == user, getegid() == group, setuid(0) != 0, setgid(0) != 0,
            hs_set_no_new_privileges() == 0
        else { throw Failure(description: "cannot give up the rights of root") }
        for (variable, value) in [("HOME", home), ("USER", name), ("LOGNAME", name)] { setenv(variable, value, 1) }
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] { unsetenv(variable) }
        if let folder = getenv("TMPDIR"), access(folder, W_OK | X_OK) != 0 { unsetenv("TMPDIR") }
        return name
    }
}
