import HealthCore

/// Makes a sample from the CSV file of an electrocardiogram.
final class ElectrocardiogramReader: FileReader {
    private let handler: ExportHandler
    private var content = FileContent(bytesMax: ElectrocardiogramReader.bytesMax)

    /// Longest file, in bytes: 8 MiB, about 20 minutes. The 30 seconds of a watch have about 200
    /// KB.
    static let bytesMax = 8 << 20

    init(handler: ExportHandler) {
        self.handler = handler
    }

    func read(_ bytes: [UInt8], count: Int) throws {
        try content.append(bytes, count: count)
    }

    func finish() throws {
        content.removeByteOrderMark()
        try handler.add(Electrocardiogram(csv: content.bytes))
    }
}
