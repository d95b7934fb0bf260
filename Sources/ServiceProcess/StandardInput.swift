import Foundation

/// The standard input of the process.
public enum StandardInput {
    /// The input cannot be read.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    /// Waits until bytes arrive, and returns at most `count` of them. Returns none at the end of
    /// the input.
    ///
    /// - Throws: `Failure` if the input is closed or a directory, or if reading fails.
    public static func read(upTo count: Int) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let length = Foundation.read(STDIN_FILENO, &buffer, count)
            if length >= 0 { return Array(buffer.prefix(length)) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program may have set the file to non-blocking.
                var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                _ = poll(&wanted, 1, -1)
            default:
                throw Failure(description: "the standard input cannot be read: \(String(cString: strerror(errno)))")
            }
        }
    }
}
