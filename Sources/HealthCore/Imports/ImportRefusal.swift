/// A record of an export, or a file beside it, that was not imported, and why.
public struct ImportRefusal: Error, Hashable, Sendable {
    public var refusal: Refusal
    /// Path of the file inside its archive or directory, or the file's name.
    public var path: String
    /// Line of the record's start tag, or of the defect in the file, from 1; nil for a whole file.
    public var line: Int?
    /// Name of the element; `File` for a file beside the export.
    public var element: String

    public init(_ refusal: Refusal, path: String, line: Int?, element: String) {
        self.refusal = refusal
        self.path = path
        self.line = line
        self.element = element
    }

    /// Returns the location in the export for people: `line 12`, `workout-routes/a.gpx, line 3`,
    /// `attachments/b.pdf`.
    ///
    /// - Parameter exportPath: path of the export itself, which is not repeated.
    public func location(in exportPath: String) -> String {
        [path == exportPath ? nil : path, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    }
}
