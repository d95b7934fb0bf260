import HealthCore

/// Reads the CSV file of an electrocardiogram, which becomes a sample.
final class ElectrocardiogramReader: FileReader {
    private let handler: ExportHandler
    private var content = FileContent(bytesMax: ElectrocardiogramReader.bytesMax)

    /// Longest file, in bytes: 8 MiB, some half an hour. Those of a watch, half a minute, have some 200 KB.
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
