import CExpat

/// Reads an XML document of any size that comes in pieces, repairs the defects that real files have, and tells a
/// handler what is in it. It knows names only as places in a vocabulary, so that a consumer compares integers.
///
/// - The document is UTF-8, whatever its declaration says. Each invalid sequence becomes U+FFFD. UTF-16 is refused.
/// - The document type declaration is skipped and never read, so no entity but the five of XML exists and nothing
///   outside the document is ever opened. `DoctypeSkipper` tells where its end is taken to be.
/// - Characters that XML forbids, and references to them, are dropped.
/// - `&` that begins no known reference stands for itself, as in `&nbsp;` or `A & B`.
/// - Of a repeated attribute the first stays; see `XMLRepairRule` for the exception.
///
/// Every other defect is an error. `repairs` counts what was repaired. Events do not depend on where pieces end.
///
/// Memory is bounded by `XMLLimits` and the size of a piece. One thread at a time may use a stream; it is made, used
/// and given up there. Built on [expat](https://libexpat.github.io/doc/api/latest/).
public final class XMLStream {
    /// How often each defect was repaired so far.
    public var repairs: XMLRepairs { filter.repairs }

    /// How many comments, processing instructions and CDATA sections ended so far: whoever looks for a place where a document can
    /// be read on has to know on which lines one may end.
    public var sections: Int { filter.sections }

    /// During a call of the handler, the line of what it is told; otherwise the line reached. From 1.
    public var line: Int {
        guard let parser, isParsing else { return filter.line }
        return Int(XML_GetCurrentLineNumber(parser))
    }

    private let parser: XML_Parser?
    private let limits: XMLLimits
    private let handler: any XMLHandler
    private let vocabulary: Vocabulary
    private let element: XMLElement
    private let text = XMLCharacters()
    private var filter: XMLFilter

    /// Places in the vocabulary of the open elements.
    private var open: [Int] = []
    private var isRootClosed = false
    private var isParsing = false
    private var isFinished = false

    /// The first error; every later call throws it again.
    private var failure: (any Error)?

    /// Bytes filtered at a time: small enough to stay in the processor's cache between filter and parser.
    private static let sliceBytes = 64 << 10

    /// - Parameters:
    ///   - vocabulary: names of elements and attributes; the handler gets their places. The first of equals counts.
    ///   - limits: the largest things the document may hold.
    ///   - repair: the rule for an attribute written twice in place of another; nil for none.
    ///   - handler: kept for the life of the stream.
    public init(
        vocabulary: [String], limits: XMLLimits = XMLLimits(), repair: XMLRepairRule? = nil, handler: any XMLHandler
    ) {
        self.limits = limits
        self.handler = handler
        self.vocabulary = Vocabulary(vocabulary)
        element = XMLElement(vocabulary: self.vocabulary)
        filter = XMLFilter(limits: limits, rule: repair)
        // A given encoding is stronger than the declaration of the document:
        // https://libexpat.github.io/doc/api/latest/#XML_ParserCreate
        parser = XML_ParserCreate("UTF-8")
        if let parser { connect(parser) }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// Reads on.
    ///
    /// - Parameters:
    ///   - bytes: holds the next piece of the document.
    ///   - count: how many of `bytes` are the piece: from its start, 0 to `bytes.count`.
    /// - Throws: `XMLStreamError`, or what the handler threw. The stream is of no more use then: it throws that again.
    public func parse(_ bytes: [UInt8], count: Int) throws {
        precondition((0...bytes.count).contains(count), "count is not within bytes")
        try begin()
        var start = 0
        while start < count {
            let end = min(start + Self.sliceBytes, count)
            try bytes.withUnsafeBufferPointer {
                try advance(UnsafeBufferPointer(rebasing: $0[start..<end]), isFinal: false)
            }
            start = end
        }
    }

    /// Tells that the document ends here.
    ///
    /// - Throws: as `parse`; `truncated` and `emptyInput` come from here.
    public func finish() throws {
        try begin()
        isFinished = true
        try advance(UnsafeBufferPointer(start: nil, count: 0), isFinal: true)
    }

    private func begin() throws {
        if isParsing { throw error(.misuse, "the handler called the stream that calls it") }
        if let failure { throw failure }
        if isFinished { throw error(.misuse, "the document is already finished") }
        if parser == nil { throw fail(error(.outOfMemory, "out of memory")) }
    }

    /// Filters a slice and gives expat what came out.
    private func advance(_ slice: UnsafeBufferPointer<UInt8>, isFinal: Bool) throws {
        filter.feed(slice, isFinal: isFinal)
        // What stands before a defect is told first, and a defect in it comes first. Expat may put off what it was
        // given until it is told that no more comes.
        let isLast = isFinal || filter.problem != nil
        let isWhole = try give(isFinal: isLast)
        filter.removeReady(isFinal: isLast)
        if let problem = filter.problem { throw fail(afterRoot(problem)) }
        guard isFinal, !isWhole || filter.isInMarkup else { return }
        throw fail(
            filter.hasMarkup
                ? error(.truncated, "the document ends before its root element does")
                : error(.emptyInput, "the document is empty"))
    }

    /// Gives expat what is filtered; false if nothing more comes and the root element is not closed.
    private func give(isFinal: Bool) throws -> Bool {
        let count = filter.readyBytes(isFinal: isFinal)
        guard count > 0 || isFinal else { return true }
        isParsing = true
        let status = filter.output.withUnsafeBytes {
            XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), isFinal ? 1 : 0)
        }
        isParsing = false
        if let failure { throw failure }
        guard status != XML_STATUS_OK else { return true }
        let code = XML_GetErrorCode(parser)
        let line = Int(XML_GetCurrentLineNumber(parser))
        switch code {
        case XML_ERROR_NO_MEMORY:
            throw fail(XMLStreamError(code: .outOfMemory, message: "out of memory", line: line))
        case XML_ERROR_NO_ELEMENTS where isFinal, XML_ERROR_UNCLOSED_TOKEN where isFinal && !isRootClosed:
            return false
        default:
            let message = XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed"
            throw fail(afterRoot(XMLStreamError(code: .malformed, message: message, line: line)))
        }
    }

    private func afterRoot(_ problem: XMLStreamError) -> XMLStreamError {
        guard isRootClosed, problem.code == .malformed else { return problem }
        return XMLStreamError(
            code: .contentAfterRoot, message: "something follows the root element", line: problem.line)
    }

    private func error(_ code: XMLStreamError.Code, _ message: String) -> XMLStreamError {
        XMLStreamError(code: code, message: message, line: line)
    }

    private func fail(_ error: any Error) -> any Error {
        failure = error
        return error
    }
}

// MARK: - What expat calls

extension XMLStream {
    /// No Swift error may pass through C: a callback keeps it and stops the parser. `passUnretained` is enough,
    /// since expat calls back only within XML_Parse, which a living stream calls.
    private func connect(_ parser: XML_Parser) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let context, let name, let attributes else { return }
                Unmanaged<XMLStream>.fromOpaque(context).takeUnretainedValue().start(name, attributes)
            },
            { context, _ in
                guard let context else { return }
                Unmanaged<XMLStream>.fromOpaque(context).takeUnretainedValue().end()
            })
        XML_SetCharacterDataHandler(parser) { context, bytes, count in
            guard let context, let bytes else { return }
            Unmanaged<XMLStream>.fromOpaque(context).takeUnretainedValue().append(bytes, Int(count))
        }
        // The filter lets none through; if one ever came, it must not declare an entity.
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            guard let context else { return }
            let stream = Unmanaged<XMLStream>.fromOpaque(context).takeUnretainedValue()
            stream.attempt { throw stream.error(.malformed, "a document type declaration stands in the wrong place") }
        }
    }

    private func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        attempt {
            try tellText()
            defer { element.clear() }
            guard open.count < limits.depthMax else {
                throw error(.limitExceeded, "more than \(limits.depthMax) elements are open")
            }
            guard element.fill(name, attributes, bytesMax: limits.attributeBytesMax) else {
                throw error(.limitExceeded, "the attributes of a tag take more than \(limits.attributeBytesMax) bytes")
            }
            open.append(element.name)
            element.depth = open.count
            element.line = line
            try handler.startElement(element)
        }
    }

    private func end() {
        attempt {
            try tellText()
            guard let name = open.popLast() else { return }
            isRootClosed = open.isEmpty
            try handler.endElement(name, line: line)
        }
    }

    private func append(_ bytes: UnsafePointer<CChar>, _ count: Int) {
        var piece = UnsafeRawBufferPointer(start: bytes, count: count)[...]
        if text.bytes.isEmpty {
            piece = piece.drop { $0 <= Byte.space }
            if piece.isEmpty { return }
            text.line = line
        }
        attempt {
            guard text.bytes.count + piece.count <= limits.textBytesMax else {
                throw error(.limitExceeded, "a text takes more than \(limits.textBytesMax) bytes")
            }
            text.bytes.append(contentsOf: piece)
        }
    }

    private func tellText() throws {
        if text.bytes.isEmpty { return }
        defer { text.bytes.removeAll(keepingCapacity: true) }
        while let last = text.bytes.last, last <= Byte.space { text.bytes.removeLast() }
        try handler.characters(text)
    }

    private func attempt(_ body: () throws -> Void) {
        // Expat may call once more after it was stopped.
        guard failure == nil else { return }
        do {
            try body()
        } catch {
            failure = error
            XML_StopParser(parser, XML_Bool(0))
        }
    }
}
