import HealthCore

/// Reads the CSV file of an electrocardiogram.
final class ElectrocardiogramReader: FileReader {
    private var content = FileContent(bytesMax: ElectrocardiogramReader.bytesMax)

    /// Longest file, in bytes: 8 MiB, about 20 minutes. The 30 seconds of a watch have about 200
    /// KB.
    static let bytesMax = 8 << 20

    func read(_ bytes: [UInt8], count: Int) throws {
        try content.append(bytes, count: count)
    }

    func finish() throws -> ExportedFile {
        content.removeByteOrderMark()
        return .electrocardiogram(try Electrocardiogram(csv: content.bytes))
    }
}
