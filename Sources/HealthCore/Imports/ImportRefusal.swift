/// The reason why a record of an export, or a file of the export other than export.xml, was not
/// imported.
public struct ImportRefusal: Error, Hashable, Sendable {
    public var refusal: Refusal
    /// The path of the file inside its archive or directory, or the file's name.
    public var path: String
    /// The line of the record's start tag, or of the defect in the file, counted from 1. Nil if the
    /// whole file was refused.
    public var line: Int?
    /// The name of the element, or `File` for a whole file other than the export itself.
    public var element: String

    public init(_ refusal: Refusal, path: String, line: Int?, element: String) {
        self.refusal = refusal
        self.path = path
        self.line = line
        self.element = element
    }

    /// Returns the location in the export as text for people: `line 12`, `workout-routes/a.gpx,
    /// line 3`, `attachments/b.pdf`.
    ///
    /// - Parameter exportPath: the path of the export itself. The result does not contain it.
    public func location(in exportPath: String) -> String {
        [path == exportPath ? nil : path, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    }
}
