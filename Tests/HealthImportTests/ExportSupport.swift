import Foundation
import HealthCore
import Testing

@testable import HealthImport

/// The samples, refusals and report of one export.
struct ReadExport {
    var records: [ImportedRecord] = []
    var refusals: [ImportRefusal] = []
    var report = ExportReport()
    var references = SampleReferences()

    var samples: [Sample] {
        records.compactMap { record in
            if case .sample(let sample) = record.item { sample } else { nil }
        }
    }

    /// Samples that are in no container.
    var topLevel: [Sample] { samples.filter { $0.container == nil } }

    var elements: [(name: String, uuid: UUID, json: [UInt8])] {
        records.compactMap { record in
            if case .element(let name, let uuid, _, _, let json) = record.item { (name, uuid, json) } else { nil }
        }
    }

    var uuids: [UUID] {
        records.compactMap { record in
            switch record.item {
            case .sample(let sample): sample.uuid
            case .element(_, let uuid, _, _, _): uuid
            case .file: nil
            }
        }
    }

    func type(of sample: Sample) -> SampleReferences.TypeReference { references.types[Int(sample.type)] }

    func source(of sample: Sample) -> SourceRevision { references.sourceRevisions[Int(sample.sourceRevision)] }

    func device(of sample: Sample) -> Device? { sample.device.map { references.devices[Int($0)] } }

    func unit(of quantity: Quantity) -> String { references.units[Int(quantity.sentUnit)] }

    init(path: String, personUUID: UUID = ReadExport.person, chunkBytes: Int = ExportReader.chunkBytes) throws {
        let reader = try ExportReader(ExportInput(path: path), personUUID: personUUID, chunkBytes: chunkBytes)
        while let batch = try reader.next() {
            records += batch.records
            refusals += batch.refusals
        }
        report = reader.report
        references = reader.references
    }

    static let person = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))

    /// Reads `text` as an export.xml.
    init(text: String, personUUID: UUID = ReadExport.person, chunkBytes: Int = ExportReader.chunkBytes) throws {
        self = try withTemporaryFile(Data(text.utf8)) {
            try ReadExport(path: $0, personUUID: personUUID, chunkBytes: chunkBytes)
        }
    }

    /// Reads `body` as the contents of the root element. The root element is on line 1, and the
    /// body begins on line 2.
    init(body: String, personUUID: UUID = ReadExport.person, chunkBytes: Int = ExportReader.chunkBytes) throws {
        try self.init(
            text: "<HealthData locale=\"en_US\">\n\(body)\n</HealthData>\n", personUUID: personUUID,
            chunkBytes: chunkBytes)
    }
}

extension ImportRefusal {
    /// The element, its line, the field and the code, such as `Record 5 value malformedNumber`.
    var summary: String { "\(element) \(line ?? 0) \(refusal.field) \(refusal.code)" }
}

/// Returns the code of the error that `body` throws, or nil without an error.
func importError<Value>(_ body: () throws -> Value) -> HealthImportError.Code? {
    do {
        _ = try body()
    } catch let error as HealthImportError {
        #expect(!error.message.isEmpty)
        return error.code
    } catch {
        Issue.record(error)
    }
    return nil
}

/// Calls `body` with the path of a file with this content, and removes the file afterwards.
func withTemporaryFile<Result>(_ content: Data, _ body: (String) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("healthimport-\(UUID().uuidString).xml")
    try content.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
}

/// The files in Tests/HealthImportTests/Fixtures.
enum Fixture {
    static func path(_ name: String) throws -> String {
        try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures").appendingPathComponent(name).path
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    static let hkimport = "apple-export/ashtom+hkimport/Data_export.xml"

    static func adversarial(_ name: String) -> String {
        "adversarial-zips/tests_fixtures_adversarial_\(name).zip"
    }
}

/// Returns the attributes of an element. `changes` replaces or adds attributes, and nil removes an
/// attribute.
func record(_ changes: [String: String?] = [:], content: String = "") -> String {
    element(
        "Record",
        [
            ("type", "HKQuantityTypeIdentifierStepCount"), ("unit", "count"), ("value", "12"), ("sourceName", "Phone"),
            ("startDate", "2024-05-01 10:00:00 +0200"), ("endDate", "2024-05-01 10:05:00 +0200"),
        ], changes, content)
}

func workout(_ changes: [String: String?] = [:], content: String = "") -> String {
    element(
        "Workout",
        [
            ("workoutActivityType", "HKWorkoutActivityTypeRunning"), ("sourceName", "Watch"),
            ("startDate", "2024-05-01 10:00:00 +0200"), ("endDate", "2024-05-01 10:40:00 +0200"),
        ], changes, content)
}

func correlation(_ changes: [String: String?] = [:], content: String = "") -> String {
    element(
        "Correlation",
        [
            ("type", "HKCorrelationTypeIdentifierBloodPressure"), ("sourceName", "Cuff"),
            ("startDate", "2024-05-01 10:00:00 +0200"), ("endDate", "2024-05-01 10:00:00 +0200"),
        ], changes, content)
}

func pressure(_ part: String, _ value: String) -> String {
    record([
        "type": "HKQuantityTypeIdentifierBloodPressure\(part)", "unit": "mmHg", "value": value, "sourceName": "Cuff",
        "endDate": "2024-05-01 10:00:00 +0200",
    ])
}

private func element(
    _ name: String, _ usual: [(String, String)], _ changes: [String: String?], _ content: String
) -> String {
    var attributes = usual.compactMap { key, value -> (String, String)? in
        guard let change = changes[key] else { return (key, value) }
        return change.map { (key, $0) }
    }
    for (key, value) in changes.sorted(by: { $0.key < $1.key }) where !usual.contains(where: { $0.0 == key }) {
        if let value { attributes.append((key, value)) }
    }
    let text = attributes.map { " \($0)=\"\($1)\"" }.joined()
    return content.isEmpty ? "<\(name)\(text)/>" : "<\(name)\(text)>\(content)</\(name)>"
}

func metadata(_ key: String, _ value: String) -> String { "<MetadataEntry key=\"\(key)\" value=\"\(value)\"/>" }

/// Returns a JSON text as Foundation parses it. The test fails if the text is not JSON.
func object(_ json: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
}

extension Sample.Content {
    var workout: Workout? { if case .workout(let workout) = self { workout } else { nil } }
    var isOther: Bool { if case .other = self { true } else { false } }

    func isCategory(_ value: Int32?, _ sent: String? = nil) -> Bool {
        if case .category(value, sent) = self { true } else { false }
    }
}
