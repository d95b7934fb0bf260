/// What an archive may ask of the reader before it is taken for an attack or a mistake.
public struct ArchiveLimits: Sendable, Equatable {
    /// The most entries an archive may have.
    public var entriesMax = 1_000_000

    /// The most bytes an archive's directory may have, which is held in memory, at some 200 bytes for each of the 46 or more that
    /// an entry takes in it: 32 MiB.
    public var directoryBytesMax: Int64 = 32 << 20

    /// The most bytes one entry may have after decompression: 100 GB.
    public var entryBytesMax: Int64 = 100_000_000_000

    /// The most bytes read out of the archive per byte of the compressed file, over all entries
    /// so far. XML is usually 20 to 40; deflate cannot do more than about 1030.
    public var ratioMax = 1000

    /// How many bytes may be read out of the archive before ``ratioMax`` counts: 64 MiB. So
    /// much does no harm, and a small file of blanks is no bomb.
    public var ratioFreeBytes: Int64 = 64 << 20

    /// The longest path of an entry, in bytes of UTF-8; 4096 is Linux's PATH_MAX.
    public var pathBytesMax = 4096

    /// The limits that fit every known export.
    public init() {}
}
