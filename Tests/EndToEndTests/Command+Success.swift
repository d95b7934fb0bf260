import TestSupport
import Testing

extension Command {
    /// Expects that the command succeeded.
    ///
    /// - Parameter call: the arguments, for the message of a failure.
    /// - Returns: what the command printed.
    @discardableResult
    func succeeded(_ call: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(status == 0, "\(call) \(output)\(errors)", sourceLocation: sourceLocation)
        return output
    }
}
