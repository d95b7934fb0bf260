import Foundation
import HealthCore
import XMLStream

/// Turns the elements of an export into records.
final class ExportHandler: XMLHandler {
    var report: ExportReport
    /// The records that `takeBatch` has not returned yet.
    private var records: [ImportedRecord] = []
    private var interpreter: SampleInterpreter
    private(set) var nextOrdinal: Int64 = 0
    /// The refusals that `takeBatch` has not returned yet.
    private var refusals: [ImportRefusal] = []
    /// The number of lines before the position where reading began.
    private let earlierLines: Int
    /// The last position since the previous `takeBatch` at which reading can resume.
    private(set) var boundary: Boundary?
    /// The line on which the last child of the root ended, or the root's start tag. A tag may span
    /// several lines, but no other tag begins inside it.
    private var endLine = 0

    /// The start of a line whose first element is a child of the root.
    struct Boundary {
        /// Line number, counted from 1 at the position where reading began.
        var line: Int
        var nextOrdinal: Int64
        var report: ExportReport
        fileprivate var recordCount: Int
        fileprivate var refusalCount: Int
    }

    /// The open elements that become samples: a Correlation or a Workout, and in it or alone an
    /// element that cannot contain samples, such as a Record or a WorkoutRoute.
    private var open: [SampleElement] = []
    /// The open element that is not a sample, and its content.
    private var element = ElementCapture()
    private var elementName = ""
    private var elementLine = 0
    private var elementKey: String?
    private(set) var exportedAt: Instant?
    private var depth = 0
    /// Depth of an element whose content is ignored, such as that of a MetadataEntry. 0 outside
    /// such an element.
    private var ignoredDepth = 0

    /// - Parameters:
    ///   - references: the names in the part of the file before `start`.
    ///   - start: the position where reading begins.
    init(personUUID: UUID, references: SampleReferences = SampleReferences(), start: ExportPosition = ExportPosition())
    {
        interpreter = SampleInterpreter(personUUID: personUUID, references: references)
        nextOrdinal = start.nextOrdinal
        earlierLines = start.lines
        report = start.report
        exportedAt = ExportHandler.instant(start.report.exportDate)
        records.reserveCapacity(ExportHandler.recordsExpected)
    }

    private static let recordsExpected = 2_048

    private static func instant(_ exportDate: String?) -> Instant? {
        exportDate.flatMap { Instant(exportDate: Array($0.utf8)[...]) }
    }

    var references: SampleReferences { interpreter.references }

    /// Returns the records and refusals that were read and not yet returned. If `isWhole` is false
    /// and there is a boundary, those after the boundary stay for the next call.
    func takeBatch(isWhole: Bool) -> (records: [ImportedRecord], refusals: [ImportRefusal]) {
        let boundary = isWhole ? nil : boundary
        self.boundary = nil
        var (taken, takenRefusals) = (records, refusals)
        records = []
        records.reserveCapacity(ExportHandler.recordsExpected)
        if let boundary {
            records += taken[boundary.recordCount...]
            refusals = Array(takenRefusals[boundary.refusalCount...])
            taken.removeSubrange(boundary.recordCount...)
            takenRefusals.removeSubrange(boundary.refusalCount...)
        } else {
            refusals = []
        }
        return (taken, takenRefusals)
    }

    // MARK: Events

    func startElement(_ tag: XMLElement) throws {
        depth += 1
        if ignoredDepth > 0 { return }
        let name = ExportName(rawValue: tag.name)
        if depth == 1 {
            guard name == .healthData else {
                throw HealthImportError(.noExport, "line \(tag.line): the document element is not HealthData")
            }
            endLine = tag.line
            report.locale = tag.index(of: ExportName.locale.rawValue).map(tag.value) ?? report.locale
        } else if element.isOpen {
            element.start(tag)
        } else if let last = open.indices.last {
            switch (open[last].element, name) {
            case (.correlation, .record), (.workout, .record): begin(.record, tag)
            case (.workout, .workoutRoute):
                begin(.route, tag)
                open[last + 1].inherit(from: open[last])
            default: startChild(of: &open[last], tag, name)
            }
        } else {
            try startTopLevel(tag, name)
        }
    }

    private func startTopLevel(_ tag: XMLElement, _ name: ExportName?) throws(HealthImportError) {
        if tag.line > endLine {
            boundary = Boundary(
                line: tag.line, nextOrdinal: nextOrdinal, report: report, recordCount: records.count,
                refusalCount: refusals.count)
        }
        switch name {
        case .record: begin(.record, tag)
        case .workoutRoute: begin(.route, tag)
        case .audiogram: begin(.audiogram, tag)
        case .visionPrescription: begin(.visionPrescription, tag)
        case .clinicalRecord: begin(.clinicalRecord, tag)
        case .correlation: begin(.correlation, tag)
        case .workout: begin(.workout, tag)
        case .exportDate:
            // The date of the file differs in every export and tells nothing about the person. So
            // it is not stored as an element.
            report.exportDate = tag.index(of: ExportName.value.rawValue).map(tag.value)
            exportedAt = ExportHandler.instant(report.exportDate)
            try checkCalendar(line: tag.line)
            ignoredDepth = depth
        default:
            elementName = tag.nameText
            elementLine = tag.line
            elementKey = ExportHandler.key(of: tag, name)
            element = ElementCapture()
            element.start(tag)
        }
    }

    /// The years in which an export can have been made. HealthKit exists since 2014. A phone with
    /// another calendar prints that calendar's years, such as 2568 for 2025 in the Buddhist one.
    private static let years = 2014..<2400

    /// - Throws: `HealthImportError` if the dates of the export are of another calendar.
    private func checkCalendar(line: Int) throws(HealthImportError) {
        guard let exportedAt else { return }
        let year = LocalDateTime(microsecondsSinceEpoch: exportedAt.microseconds).date.year
        guard !ExportHandler.years.contains(year) else { return }
        throw HealthImportError(
            .malformed,
            "\(report.entryPath), line \(line + earlierLines): ExportDate is in the year \(year), so the phone prints years of another "
                + "calendar; choose the Gregorian calendar on the phone (Settings, General, Language & Region) and "
                + "export again")
    }

    /// The key of an element. A later export replaces the element with the same key. The key of an
    /// activity summary is its day. The key of Me is empty, because an export has only one.
    private static func key(of tag: XMLElement, _ name: ExportName?) -> String? {
        switch name {
        case .me: ""
        case .activitySummary:
            tag.index(of: ExportName.dateComponents.rawValue).flatMap { CivilDate(iso8601: tag.value($0))?.iso8601 }
        default: nil
        }
    }

    private func begin(_ kind: SampleElement.Element, _ tag: XMLElement) {
        open.append(SampleElement(kind, tag, ordinal: nextOrdinal, container: open.last?.ordinal))
        nextOrdinal += 1
    }

    private func startChild(of open: inout SampleElement, _ tag: XMLElement, _ name: ExportName?) {
        if open.children.isOpen {
            open.children.start(tag)
        } else if open.members.start(tag, name, in: open.element) {
            return
        } else if name == .metadataEntry, !open.members.isOpen, let key = tag.index(of: ExportName.key.rawValue),
            let value = tag.index(of: ExportName.value.rawValue)
        {
            open.metadata.append(key: tag.value(key), value: tag.value(value))
            if tag.attributeCount == 2 {
                ignoredDepth = depth
            } else {
                open.children.start(tag)
            }
        } else {
            if name == .workoutStatistics { open.workout.note(statistics: tag) }
            open.children.start(tag)
        }
    }

    func characters(_ characters: XMLCharacters) throws {
        guard ignoredDepth == 0 else { return }
        if element.isOpen {
            element.characters(characters.text)
        } else if let last = open.indices.last {
            open[last].children.characters(characters.text)
        }
    }

    func endElement(_ name: Int, line: Int) throws {
        defer {
            depth -= 1
            if depth == 1 { endLine = line }
        }
        if ignoredDepth > 0 {
            if ignoredDepth == depth { ignoredDepth = 0 }
        } else if element.isOpen {
            element.end()
            if !element.isOpen { finishElement() }
        } else if let last = open.indices.last {
            if open[last].children.isOpen {
                open[last].children.end()
            } else if open[last].members.isOpen {
                open[last].members.end()
            } else {
                finish(open.removeLast())
            }
        }
    }

    // MARK: Records

    private func finish(_ element: SampleElement) {
        do throws(Refusal) {
            let sample = try interpreter.sample(element)
            records.append(ImportedRecord(ordinal: element.ordinal, item: .sample(sample)))
            report.samples += 1
            if let container = open.indices.last {
                report.contained += 1
                open[container].contained.add(sample.uuid)
            }
        } catch {
            refuse(error, line: element.line, element: element.element.rawValue)
        }
    }

    private func finishElement() {
        guard !element.isTooLarge else {
            let refusal = Refusal(
                .fieldTooLong, field: elementName, "the element is longer than \(ElementCapture.bytesMax) bytes")
            return refuse(refusal, line: elementLine, element: elementName)
        }
        let json = element.bytes
        let uuid = interpreter.uuid(elementNamed: elementName, key: elementKey, json: json)
        append(.element(name: elementName, uuid: uuid, key: elementKey, exportedAt: exportedAt, json: json))
        report.elements += 1
    }

    private func refuse(_ refusal: Refusal, line: Int, element: String) {
        refuse(ImportRefusal(refusal, path: report.entryPath, line: line + earlierLines, element: element))
    }

    func refuse(_ refusal: ImportRefusal) {
        report.refused += 1
        refusals.append(refusal)
    }

    // MARK: Files beside the export

    func foundExport(named name: String) { report.entryPath = name }

    func addFile(path: String, json: [UInt8]) {
        append(.file(path: path, json: json))
    }

    func addElement(named name: String, json: [UInt8]) {
        append(
            .element(
                name: name, uuid: interpreter.uuid(elementNamed: name, key: nil, json: json), key: nil, exportedAt: nil,
                json: json))
        report.elements += 1
    }

    func add(_ electrocardiogram: Electrocardiogram) throws(Refusal) {
        append(.sample(try interpreter.sample(electrocardiogram)))
        report.samples += 1
    }

    private func append(_ item: ImportedRecord.Item) {
        records.append(ImportedRecord(ordinal: nextOrdinal, item: item))
        nextOrdinal += 1
    }
}
