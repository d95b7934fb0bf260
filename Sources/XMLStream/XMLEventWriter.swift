import CExpat

/// Writes the calls of expat to a list of events.
///
/// It is a struct that expat's callbacks reach through a pointer, because each access to a property
/// of a class costs a check of exclusive access.
struct XMLEventWriter {
    var list: XMLEventList

    /// The first error. It stops the parser.
    private(set) var failure: XMLStreamError?
    private(set) var isRootClosed = false

    private let parser: XML_Parser?
    private let limits: XMLLimits
    private let vocabulary: Vocabulary

    /// The vocabulary indexes of the open elements.
    private var open: [Int32] = []

    /// The text since the last tag, without leading white space. It may have begun in an earlier
    /// piece.
    private var text: [UInt8] = []
    private var textLine = 0

    init(_ parser: XML_Parser?, vocabulary: Vocabulary, limits: XMLLimits) {
        self.parser = parser
        self.vocabulary = vocabulary
        self.limits = limits
        list = XMLEventList(words: vocabulary.words)
        if let parser { XMLEventWriter.connect(parser) }
    }

    /// The line of the current event. The first line is 1.
    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Sets expat's callbacks, whose user data is a pointer to the writer.
    private static func connect(_ parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let context, let name, let attributes else { return }
                context.assumingMemoryBound(to: XMLEventWriter.self).pointee.start(name, attributes)
            },
            { context, _ in
                context?.assumingMemoryBound(to: XMLEventWriter.self).pointee.end()
            })
        XML_SetCharacterDataHandler(parser) { context, bytes, count in
            guard let context, let bytes else { return }
            context.assumingMemoryBound(to: XMLEventWriter.self).pointee.append(bytes, Int(count))
        }
        // The filter removes all declarations. If it missed a declaration, that declaration must
        // not define an entity.
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            context?.assumingMemoryBound(to: XMLEventWriter.self).pointee
                .fail(.malformed, "a document type declaration follows a tag")
        }
    }

    /// - Parameter attributes: alternating names and values, ended by null.
    private mutating func start(
        _ rawName: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        // Expat may call back once more after it was stopped.
        guard failure == nil else { return }
        writeText()
        guard open.count < limits.depthMax else {
            return fail(.limitExceeded, "more than \(limits.depthMax) elements are open")
        }
        let name = Int32(vocabulary.index(of: rawName))
        if name < 0 { append(rawName) }
        let nameEnd = list.bytes.count
        var valueBytes = 0
        var next = attributes
        while let attributeName = next[0], let value = next[1] {
            let attribute = Int32(vocabulary.index(of: attributeName))
            if attribute < 0 { append(attributeName) }
            let start = list.bytes.count
            append(value)
            valueBytes += list.bytes.count - start
            guard valueBytes <= limits.attributeBytesMax else {
                return fail(
                    .limitExceeded, "the attributes of a tag take more than \(limits.attributeBytesMax) bytes")
            }
            list.attributes.append(
                XMLEventList.Attribute(name: attribute, start: Int32(start), end: Int32(list.bytes.count)))
            next += 2
        }
        open.append(name)
        write(.start, name: name, nameEnd: nameEnd, line: line)
    }

    private mutating func end() {
        guard failure == nil else { return }
        writeText()
        guard let name = open.popLast() else { return }
        isRootClosed = open.isEmpty
        write(.end, name: name, nameEnd: list.bytes.count, line: line)
    }

    private mutating func append(_ bytes: UnsafePointer<CChar>, _ count: Int) {
        guard failure == nil else { return }
        var piece = UnsafeRawBufferPointer(start: bytes, count: count)[...]
        if text.isEmpty {
            piece = piece.drop { $0 <= Byte.space }
            if piece.isEmpty { return }
            textLine = line
        }
        guard text.count + piece.count <= limits.textBytesMax else {
            return fail(.limitExceeded, "a text takes more than \(limits.textBytesMax) bytes")
        }
        text.append(contentsOf: piece)
    }

    private mutating func writeText() {
        if text.isEmpty { return }
        while let last = text.last, last <= Byte.space { text.removeLast() }
        list.bytes.append(contentsOf: text)
        write(.text, nameEnd: list.bytes.count, line: textLine)
        text.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ string: UnsafePointer<CChar>) {
        list.bytes.append(contentsOf: UnsafeRawBufferPointer(start: string, count: cStringLength(string)))
    }

    private mutating func write(_ kind: XMLEventList.Kind, name: Int32 = 0, nameEnd: Int, line: Int) {
        list.events.append(
            XMLEventList.Event(
                kind: kind, name: name, depth: Int32(open.count), nameEnd: Int32(nameEnd),
                attributesEnd: Int32(list.attributes.count), bytesEnd: Int32(list.bytes.count), line: line))
    }

    private mutating func fail(_ code: XMLStreamError.Code, _ message: String) {
        guard failure == nil else { return }
        failure = XMLStreamError(code: code, message: message, line: line)
        XML_StopParser(parser, XML_Bool(0))
    }
}
