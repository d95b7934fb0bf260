/// What a store remembers of a file that is imported, to know it again.
public struct ImportFile: Sendable, Hashable {
    /// Without its folder.
    public var name: String
    public var bytes: Int64
    /// The same for the same content. Nil for what cannot be read a second time; its import cannot go on.
    public var fingerprint: String?
    /// The import that waits for it, where it was uploaded.
    public var uploadID: Int32?

    public init(name: String = "", bytes: Int64 = 0, fingerprint: String? = nil, uploadID: Int32? = nil) {
        self.name = name
        self.bytes = bytes
        self.fingerprint = fingerprint
        self.uploadID = uploadID
    }
}

/// An error of a file that an import cannot get over, as the import's row keeps it.
public protocol ImportFailure: Error {
    /// Stable.
    var failureCode: String { get }
    /// In words, never with a health value.
    var failureMessage: String { get }
}

/// Thrown by whoever gives an import its records, to end it.
public struct ImportCancelled: Error, Hashable, Sendable {
    /// Whether nothing of it shall stay; otherwise the same import goes on another time.
    public var isDiscarding: Bool

    public init(isDiscarding: Bool) {
        self.isDiscarding = isDiscarding
    }
}
