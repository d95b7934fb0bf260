/// Limits beyond which an archive is treated as an attack or a mistake.
public struct ArchiveLimits: Sendable, Equatable {
    /// The maximum number of entries.
    public var entriesMax = 1_000_000

    /// The maximum size of a zip's central directory in bytes: 32 MiB. It is held in memory, at
    /// about 200 bytes for each entry, which has 46 or more bytes in the directory.
    public var directoryBytesMax: Int64 = 32 << 20

    /// The maximum size of one entry after decompression in bytes: 100 GB.
    public var entryBytesMax: Int64 = 100_000_000_000

    /// The maximum number of bytes decompressed per byte of the compressed file, over all entries
    /// so far. XML usually reaches 20 to 40, deflate at most about 1030.
    public var ratioMax = 1000

    /// The decompressed bytes before ``ratioMax`` applies: 64 MiB. That many are harmless, so a
    /// small file of blanks is not refused.
    public var ratioFreeBytes: Int64 = 64 << 20

    /// The maximum length of an entry's path in bytes of UTF-8; 4096 is Linux's PATH_MAX.
    public var pathBytesMax = 4096

    /// Limits that fit every known export.
    public init() {}
}
