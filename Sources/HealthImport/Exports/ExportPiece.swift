import HealthCore
import XMLStream

/// What `ExportDecoder` found in a piece of an export's files, in the order of the files.
struct ExportPiece: Sendable {
    enum Content: Sendable {
        /// The file is the export, with this path in its archive.
        case export(name: String)
        /// Events of the export. `lines` is nil if reading cannot resume within the piece.
        case events(XMLEvents, lines: ExportLines?)
        /// A whole file beside the export.
        case file(ExportedFile)
        case refusal(ImportRefusal)
        /// A file that carries no data of its own.
        case ignored
        /// Bytes that need no reading, or a zip that was opened.
        case nothing
    }

    var content: Content
    /// The path of the file in the export's folder. Empty if there is no file.
    var path: String
    /// True if no file is open after the piece.
    var isBetweenFiles: Bool
    /// The number of files up to this piece.
    var entryCount: Int
    /// Bytes of the archive that were read. For a compressed file, this is its compressed size.
    var fileBytesRead: Int64
    /// Bytes of export.xml up to the end of this piece.
    var offset: Int64
    /// The repairs of the export up to the end of this piece.
    var repairs: XMLRepairs

    /// The bytes of memory that the piece takes, except for a fixed part.
    var byteCount: Int {
        switch content {
        case .events(let events, let lines): events.byteCount + (lines?.bytes.count ?? 0)
        case .file(let file): file.byteCount
        case .export, .refusal, .ignored, .nothing: 0
        }
    }
}

/// A file beside the export, after it was read.
enum ExportedFile: Sendable {
    /// The points of a route, and its points that were refused. The refusals have no path yet.
    case route(json: [UInt8], refusals: [ImportRefusal])
    case clinicalRecord(json: [UInt8])
    case electrocardiogram(Electrocardiogram)
    /// A file that is stored as an element with name, size and digest.
    case other(json: [UInt8])

    var byteCount: Int {
        switch self {
        case .route(let json, _), .clinicalRecord(let json), .other(let json): json.count
        case .electrocardiogram(let recording): recording.voltages.count * MemoryLayout<Double>.stride
        }
    }
}

/// The bytes of a piece of export.xml, to find the starts of lines.
struct ExportLines: Sendable {
    /// An array that contains the piece.
    let bytes: [UInt8]
    /// The range of the piece in `bytes`.
    let range: Range<Int>
    /// The line at the end of the piece, counted from 1 at the position where reading began.
    let lastLine: Int

    /// Returns the number of bytes from the start of a line to the end of the piece. Returns nil if
    /// the line starts outside of the piece, or if a CR without LF follows that start, because
    /// lines then cannot be counted backwards.
    func bytesFromStart(of line: Int) -> Int? {
        var rest = lastLine - line
        var index = range.upperBound
        var isBeforeLineFeed = false
        while index > range.lowerBound {
            let byte = bytes[index - 1]
            if byte == UInt8(ascii: "\n") {
                if rest == 0 { return range.upperBound - index }
                rest -= 1
            } else if byte == UInt8(ascii: "\r"), !isBeforeLineFeed {
                return nil
            }
            isBeforeLineFeed = byte == UInt8(ascii: "\n")
            index -= 1
        }
        return nil
    }
}
