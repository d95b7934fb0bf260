/// A file that is imported, as the store recognises it.
public struct ImportFile: Sendable, Hashable {
    /// Without its folder.
    public var name: String
    public var bytes: Int64
    /// Equal for equal content. Nil for a file that cannot be read twice; its import cannot resume.
    public var fingerprint: String?
    /// The import that waits for the file; nil unless it was uploaded.
    public var uploadID: Int32?

    public init(name: String = "", bytes: Int64 = 0, fingerprint: String? = nil, uploadID: Int32? = nil) {
        self.name = name
        self.bytes = bytes
        self.fingerprint = fingerprint
        self.uploadID = uploadID
    }
}

/// An error that fails an import, as its row keeps it.
public protocol ImportFailure: Error {
    /// Stable name of the error.
    var failureCode: String { get }
    /// For people; never with a health value.
    var failureMessage: String { get }
}

/// Thrown into an import by the source of its records, to end it.
public struct ImportCancelled: Error, Hashable, Sendable {
    /// Whether to remove what it stored; else the same import can resume.
    public var isDiscarding: Bool

    public init(isDiscarding: Bool) {
        self.isDiscarding = isDiscarding
    }
}
