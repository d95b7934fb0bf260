import CExpat

/// Reads an XML document of any size in pieces, repairs defects that real files have, and reports
/// its elements to a handler. It reports each name as its index in a vocabulary, so a consumer
/// compares integers.
///
/// - The document is read as UTF-8, whatever its declaration says. Each invalid sequence becomes
///   U+FFFD. UTF-16 is refused.
/// - The document type declaration is skipped. So only XML's five predefined entities exist, and no
///   other file is ever opened. `DoctypeSkipper` finds the end of the declaration.
/// - Characters that XML forbids, and references to them, are dropped.
/// - An `&` outside known references is literal text, as in `&nbsp;` or `A & B`.
/// - The first occurrence of a repeated attribute is kept. `XMLRepairRule` makes an exception.
///
/// Every other defect is an error. `repairs` counts the repairs. Events do not depend on where
/// pieces end.
///
/// `XMLLimits` and the size of a piece bound the memory. Create, use and release a stream on one
/// thread. The parser is [expat](https://libexpat.github.io/doc/api/latest/).
public final class XMLStream {
    /// The number of repairs so far.
    public var repairs: XMLRepairs { filter.repairs }

    /// The number of comments, processing instructions and CDATA sections that have ended so far.
    /// They can span lines. So reading can resume at a line only if this number did not change
    /// while the piece with the line was parsed.
    public var sections: Int { filter.sections }

    /// The line of the current event during a call of the handler, otherwise the line up to which
    /// the document was read. The first line is 1.
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

    /// The vocabulary indexes of the open elements.
    private var open: [Int] = []
    private var isRootClosed = false
    private var isParsing = false
    private var isFinished = false

    /// The first error. Every later call throws it again.
    private var failure: (any Error)?

    /// The number of bytes that are filtered at a time. So many bytes remain in the processor's
    /// cache between filter and parser.
    private static let sliceBytes = 64 << 10

    /// Creates a stream for one document.
    ///
    /// - Parameters:
    ///   - vocabulary: names of elements and attributes. The handler gets the index of a name in
    ///     it. If a name occurs twice, the handler gets the first index.
    ///   - limits: the document's limits.
    ///   - repair: the rule for an attribute that was written twice in place of another. nil means
    ///     no rule.
    ///   - handler: the stream retains it.
    public init(
        vocabulary: [String], limits: XMLLimits = XMLLimits(), repair: XMLRepairRule? = nil, handler: any XMLHandler
    ) {
        self.limits = limits
        self.handler = handler
        self.vocabulary = Vocabulary(vocabulary)
        element = XMLElement(vocabulary: self.vocabulary)
        filter = XMLFilter(limits: limits, rule: repair)
        // This encoding overrides the document's declaration:
        // https://libexpat.github.io/doc/api/latest/#XML_ParserCreate
        parser = XML_ParserCreate("UTF-8")
        if let parser { connect(parser) }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// Reads the next piece of the document.
    ///
    /// - Parameters:
    ///   - bytes: an array that starts with the piece.
    ///   - count: the length of the piece in `bytes`, 0 to `bytes.count`.
    /// - Throws: `XMLStreamError`, or an error of the handler. Every later call throws the same
    ///   error.
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

    /// Ends the document.
    ///
    /// - Throws: The errors of `parse`, and `truncated` or `emptyInput`.
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

    /// Filters a slice and passes the result to expat.
    private func advance(_ slice: UnsafeBufferPointer<UInt8>, isFinal: Bool) throws {
        filter.feed(slice, isFinal: isFinal)
        // The handler gets all events before a defect. So expat parses the bytes before the
        // filter's problem first. They are passed as the last bytes, because expat may defer other
        // bytes. A defect that expat finds in them precedes the filter's problem.
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

    /// Passes the filtered bytes to expat. Returns false if they are the last bytes and the root
    /// element is not closed.
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

// MARK: - Callbacks of expat

extension XMLStream {
    /// Sets expat's callbacks. A Swift error must not pass through C, so a callback stores it and
    /// stops the parser. `passUnretained` suffices, because expat calls back only within XML_Parse,
    /// and the stream exists while it calls XML_Parse.
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
        // The filter removes all declarations. If it missed a declaration, that declaration must
        // not define an entity.
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            guard let context else { return }
            let stream = Unmanaged<XMLStream>.fromOpaque(context).takeUnretainedValue()
            stream.attempt { throw stream.error(.malformed, "a document type declaration follows a tag") }
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
        // Expat may call back once more after it was stopped.
        guard failure == nil else { return }
        do {
            try body()
        } catch {
            failure = error
            XML_StopParser(parser, XML_Bool(0))
        }
    }
}
