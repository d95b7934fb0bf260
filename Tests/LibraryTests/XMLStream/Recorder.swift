import XMLStream

/// Records the events of a stream, one line each.
final class Recorder: XMLHandler {
    static let vocabulary = ["root", "Record", "startDate", "endDate", "value", "text"]
    static let rule = XMLRepairRule(attribute: "startDate", secondBecomes: "endDate")

    struct Refusal: Error, Equatable {
        let event: String
    }

    var events: [String] = []
    /// The start of the event that is refused with an error.
    var refused: String?

    private func record(_ event: String) throws {
        events.append(event)
        if let refused, event.hasPrefix(refused) { throw Refusal(event: event) }
    }

    func startElement(_ element: XMLElement) throws {
        var event = "\(element.line): <\(element.nameText)#\(element.name) \(element.depth)"
        for i in 0..<element.attributeCount {
            event += " \(element.attributeNameText(i))#\(element.attributeName(i))=[\(element.value(i))]"
        }
        try record(event)
    }

    func endElement(_ name: Int, line: Int) throws { try record("\(line): >\(name)") }

    func characters(_ characters: XMLCharacters) throws { try record("\(characters.line): \(characters.text)") }
}

/// The result of reading a document.
struct Reading: Equatable {
    var events: [String]
    var repairs: XMLRepairs
    var error: XMLStreamError?

    /// Reads a document in pieces of this size, or all at once if it is nil.
    init(
        _ bytes: [UInt8], pieces: Int? = nil, limits: XMLLimits = XMLLimits(), rule: XMLRepairRule? = Recorder.rule
    ) throws {
        let recorder = Recorder()
        let stream = XMLStream(vocabulary: Recorder.vocabulary, limits: limits, repair: rule)
        do {
            var start = 0
            while start < bytes.count {
                let end = min(start + (pieces ?? bytes.count), bytes.count)
                try stream.parse([UInt8](bytes[start..<end]), count: end - start).send(to: recorder)
                start = end
            }
            try stream.finish().send(to: recorder)
        } catch let error as XMLStreamError {
            self.error = error
        }
        events = recorder.events
        repairs = stream.repairs
    }

    init(_ document: String, limits: XMLLimits = XMLLimits(), rule: XMLRepairRule? = Recorder.rule) throws {
        try self.init([UInt8](document.utf8), limits: limits, rule: rule)
    }

    init(events: [String], repairs: XMLRepairs) {
        self.events = events
        self.repairs = repairs
    }
}
