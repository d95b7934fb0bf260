/// Limits beyond which an archive is treated as an attack or a mistake.
public struct ArchiveLimits: Sendable, Equatable {
    /// The maximum number of entries.
    public var entriesMax = 1_000_000

    /// The maximum size of a zip's central directory in bytes. The default is 32 MiB. The directory
    /// is held in memory. Each entry takes at least 46 bytes of the directory and about 200 bytes
    /// of memory.
    public var directoryBytesMax: Int64 = 32 << 20

    /// The maximum size of one entry after decompression in bytes. The default is 100 GB.
    public var entryBytesMax: Int64 = 100_000_000_000

    /// The maximum number of decompressed bytes per byte of the compressed file, over all entries
    /// so far. XML usually reaches 20 to 40. Deflate reaches at most about 1030.
    public var ratioMax = 1000

    /// The number of decompressed bytes after which ``ratioMax`` applies. The default is 64 MiB,
    /// which is harmless. So a small file of blanks is not refused.
    public var ratioFreeBytes: Int64 = 64 << 20

    /// The maximum length of an entry's path in bytes of UTF-8. 4096 is Linux's PATH_MAX.
    public var pathBytesMax = 4096

    /// Limits that fit every known export.
    public init() {}
}
