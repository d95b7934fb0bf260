import Compression

/// Decompresses a gzip body as the service does.
func gunzip(_ compressed: [UInt8]) throws -> [UInt8] {
    let decoder = try GzipDecoder()
    decoder.push(compressed)
    var bytes: [UInt8] = []
    while let piece = try decoder.next(bytesMax: 1 << 20) { bytes += piece }
    try decoder.finish()
    return bytes
}
