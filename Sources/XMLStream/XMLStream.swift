import CExpat

/// Reads an XML document of any size in pieces, repairs defects that real files have, and returns
/// the events of each piece. It reports each name as its index in a vocabulary, so a consumer
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
/// `XMLLimits` and the size of a piece bound the memory. Only one thread may use a stream at a
/// time. Any thread may use the events. The parser is
/// [expat](https://libexpat.github.io/doc/api/latest/).
public final class XMLStream {
    /// The number of repairs so far.
    public var repairs: XMLRepairs { filter.repairs }

    /// The number of comments, processing instructions and CDATA sections that have ended so far.
    /// They can span lines. So reading can resume at a line only if this number did not change
    /// while the piece with the line was parsed.
    public var sections: Int { filter.sections }

    /// The line up to which the document was read. The first line is 1.
    public var line: Int { filter.line }

    /// The largest number of bytes of a piece. 256 MiB.
    public static let pieceBytesMax = 256 << 20

    /// The largest number of bytes of `XMLEvents` for one byte of a document. The document `<a/>x`
    /// has three events of 32 bytes, a name of one byte and a text of one byte.
    public static let eventBytesMax = 20

    private let parser: XML_Parser?
    private var filter: XMLFilter
    private var writer: XMLEventWriter
    private var isFinished = false

    /// The first error. Every later block of events has only this error.
    private var failure: XMLStreamError?

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
    public init(vocabulary: [String], limits: XMLLimits = XMLLimits(), repair: XMLRepairRule? = nil) {
        filter = XMLFilter(limits: limits, rule: repair)
        // This encoding overrides the document's declaration:
        // https://libexpat.github.io/doc/api/latest/#XML_ParserCreate
        parser = XML_ParserCreate("UTF-8")
        writer = XMLEventWriter(parser, vocabulary: Vocabulary(vocabulary), limits: limits)
        if parser == nil { failure = XMLStreamError(code: .outOfMemory, message: "out of memory", line: 1) }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// Reads the next piece of the document.
    ///
    /// - Parameters:
    ///   - bytes: an array that starts with the piece.
    ///   - count: the length of the piece in `bytes`, from 0 to `bytes.count` and
    ///     `pieceBytesMax`.
    /// - Returns: the events that end within the piece. If the document is damaged, their `failure`
    ///   follows them, and all later blocks have the same failure and no events.
    public func parse(_ bytes: [UInt8], count: Int) -> XMLEvents {
        precondition((0...min(bytes.count, XMLStream.pieceBytesMax)).contains(count), "count is not within bytes")
        return events { () throws(XMLStreamError) in
            var start = 0
            while start < count {
                let end = min(start + Self.sliceBytes, count)
                try bytes.withUnsafeBufferPointer { bytes throws(XMLStreamError) in
                    try advance(UnsafeBufferPointer(rebasing: bytes[start..<end]), isFinal: false)
                }
                start = end
            }
        }
    }

    /// Ends the document.
    ///
    /// - Returns: the last events. Their `failure` is `truncated` or `emptyInput` if the document
    ///   is not complete.
    public func finish() -> XMLEvents {
        events { () throws(XMLStreamError) in
            isFinished = true
            try advance(UnsafeBufferPointer(start: nil, count: 0), isFinal: true)
        }
    }

    /// Returns the events that `body` writes, and its error.
    private func events(_ body: () throws(XMLStreamError) -> Void) -> XMLEvents {
        if failure == nil {
            do throws(XMLStreamError) {
                if isFinished { throw error(.misuse, "the document is already finished") }
                try body()
            } catch {
                failure = error
            }
        }
        return XMLEvents(list: writer.list.take(), failure: failure)
    }

    /// Filters a slice and passes the result to expat.
    private func advance(_ slice: UnsafeBufferPointer<UInt8>, isFinal: Bool) throws(XMLStreamError) {
        filter.feed(slice, isFinal: isFinal)
        // All events before a defect are reported. So expat parses the bytes before the filter's
        // problem first. They are passed as the last bytes, because expat may defer other bytes. A
        // defect that expat finds in them precedes the filter's problem.
        let isLast = isFinal || filter.problem != nil
        let isWhole = try give(isFinal: isLast)
        filter.removeReady(isFinal: isLast)
        if let problem = filter.problem { throw afterRoot(problem) }
        guard isFinal, !isWhole || filter.isInMarkup else { return }
        throw filter.hasMarkup
            ? error(.truncated, "the document ends before its root element does")
            : error(.emptyInput, "the document is empty")
    }

    /// Passes the filtered bytes to expat. Returns false if they are the last bytes and the root
    /// element is not closed.
    private func give(isFinal: Bool) throws(XMLStreamError) -> Bool {
        let count = filter.readyBytes(isFinal: isFinal)
        guard count > 0 || isFinal else { return true }
        // The pointer is valid during the call, and expat calls back only within XML_Parse.
        let status = withUnsafeMutablePointer(to: &writer) { writer in
            XML_SetUserData(parser, writer)
            return filter.output.withUnsafeBytes {
                XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), isFinal ? 1 : 0)
            }
        }
        if let failure = writer.failure { throw failure }
        guard status != XML_STATUS_OK else { return true }
        let code = XML_GetErrorCode(parser)
        let line = Int(XML_GetCurrentLineNumber(parser))
        switch code {
        case XML_ERROR_NO_MEMORY:
            throw XMLStreamError(code: .outOfMemory, message: "out of memory", line: line)
        case XML_ERROR_NO_ELEMENTS where isFinal, XML_ERROR_UNCLOSED_TOKEN where isFinal && !writer.isRootClosed:
            return false
        default:
            let message = XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed"
            throw afterRoot(XMLStreamError(code: .malformed, message: message, line: line))
        }
    }

    private func afterRoot(_ problem: XMLStreamError) -> XMLStreamError {
        guard writer.isRootClosed, problem.code == .malformed else { return problem }
        return XMLStreamError(
            code: .contentAfterRoot, message: "something follows the root element", line: problem.line)
    }

    private func error(_ code: XMLStreamError.Code, _ message: String) -> XMLStreamError {
        XMLStreamError(code: code, message: message, line: line)
    }
}
