/// A file to import. The store recognises it by its fingerprint.
public struct ImportFile: Sendable, Hashable {
    /// The name without the folder.
    public var name: String
    public var bytes: Int64
    /// The same text for the same content. Nil for a file that cannot be read twice; the import of
    /// such a file cannot resume.
    public var fingerprint: String?
    /// The id of the import that the upload created; nil for a file that was not uploaded.
    public var uploadID: Int32?
    /// What becomes of samples that the export does not list. An upload has its own.
    public var missing: MissingSamples

    public init(
        name: String = "", bytes: Int64 = 0, fingerprint: String? = nil, uploadID: Int32? = nil,
        missing: MissingSamples = .evident
    ) {
        self.name = name
        self.bytes = bytes
        self.fingerprint = fingerprint
        self.uploadID = uploadID
        self.missing = missing
    }
}

/// An error that makes an import fail. `health.import` stores its code and its message.
public protocol ImportFailure: Error {
    /// Stable name of the error.
    var failureCode: String { get }
    /// A message for people. It never contains a health value.
    var failureMessage: String { get }
}

/// Thrown to end an import.
public struct ImportCancelled: Error, Hashable, Sendable {
    /// True if everything that the import stored is to be removed. If it is false, the import can
    /// resume.
    public var isDiscarding: Bool

    public init(isDiscarding: Bool) {
        self.isDiscarding = isDiscarding
    }
}
