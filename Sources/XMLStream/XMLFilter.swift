/// Repairs the bytes of a document before expat reads them.
///
/// It parses XML only as far as repairs need. It finds where text, tags, attribute values and other
/// markup begin and end. It copies long spans at once. It never drops line ends, so expat's line
/// numbers are those of the original.
///
/// Unfinished markup is kept in `output` until its end arrives. So expat never scans a tag twice.
/// The filter can also rewrite the attributes of a tag when its end shows that an attribute is
/// repeated.
struct XMLFilter {
    enum State {
        /// Before the first byte. A byte order mark may follow.
        case start
        /// Between markup.
        case text
        /// In a tag, outside attribute values.
        case tag
        /// In an attribute value that ends at this quote.
        case value(UInt8)
        /// In other markup, which is copied unchanged.
        case section(Section)
        /// In the document type declaration.
        case doctype
    }

    let limits: XMLLimits
    private let tokenBytesMax: Int
    let rule: RepairRuleBytes?

    /// The filtered bytes. The parser may read the first `readyBytes` of them.
    var output: [UInt8] = []
    var repairs = XMLRepairs()

    /// The current line, from 1.
    var line = 1

    /// The number of finished comments, processing instructions and CDATA sections.
    var sections = 0

    /// True if markup was found, finished or not.
    var hasMarkup = false

    /// True if a tag was found. A document type declaration after a tag is not valid.
    var hasTag = false

    /// The reason why the document cannot be read further.
    var problem: XMLStreamError?

    var state = State.start

    /// The start of the current markup in `output`; nil outside markup.
    var markupStart: Int?

    /// The position of the first input byte that must be kept and is not in `output` yet.
    var copied = 0

    var tag = TagAttributes()
    var doctype = DoctypeSkipper()

    /// Input that cannot be filtered before further bytes arrive. It is part of a character, of a
    /// reference or of the start of markup.
    private var pending: [UInt8] = []

    /// The byte before the input. It is needed to count CR LF as one line end.
    private var previous: UInt8 = 0

    init(limits: XMLLimits, rule: XMLRepairRule?) {
        self.limits = limits
        tokenBytesMax = min(limits.tokenBytesMax, 1 << 30)
        self.rule = rule.map(RepairRuleBytes.init)
    }

    /// True if the document cannot end here.
    var isInMarkup: Bool {
        if case .doctype = state { return true }
        return markupStart != nil || !pending.isEmpty
    }

    /// The number of bytes of `output` that the parser may read. It excludes unfinished markup. It
    /// also excludes a CR that an LF may follow, because expat counts two lines if it reads them
    /// separately.
    func readyBytes(isFinal: Bool) -> Int {
        if let markupStart { return markupStart }
        return output.last == Byte.carriageReturn && !isFinal ? output.count - 1 : output.count
    }

    /// Removes the bytes from `output` that the parser has read.
    mutating func removeReady(isFinal: Bool) {
        let ready = readyBytes(isFinal: isFinal)
        if ready == output.count {
            output.removeAll(keepingCapacity: true)
        } else if ready > 0 {
            output.removeSubrange(..<ready)
        }
        if markupStart != nil { markupStart = 0 }
    }

    /// Filters the next bytes. Sets `problem` at a defect that it cannot repair.
    ///
    /// - Parameter isFinal: true if these are the last bytes.
    mutating func feed(_ input: UnsafeBufferPointer<UInt8>, isFinal: Bool) {
        if pending.isEmpty {
            filter(input, isFinal: isFinal)
        } else {
            let joined = pending + input
            pending.removeAll(keepingCapacity: true)
            joined.withUnsafeBufferPointer { filter($0, isFinal: isFinal) }
        }
        if problem == nil, let markupStart { checkMarkupSize(output.count - markupStart) }
    }

    private mutating func filter(_ buffer: UnsafeBufferPointer<UInt8>, isFinal: Bool) {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return }
        let input = FilterInput(base: base, count: buffer.count, isFinal: isFinal, previous: previous)
        copied = 0
        var next = 0
        var goesOn = true
        while goesOn, next < input.count {
            switch state {
            case .start: goesOn = skipByteOrderMark(input, &next)
            case .text: goesOn = filterText(input, &next)
            case .tag: goesOn = filterTag(input, &next)
            case .value(let quote): goesOn = filterValue(input, &next, quote: quote)
            case .section(let section): goesOn = filterSection(input, &next, section)
            case .doctype: goesOn = skipDoctype(input, &next)
            }
        }
        copy(input, upTo: next)
        if next > 0 { previous = input[next - 1] }
        pending.append(contentsOf: buffer[next...])
    }

    // MARK: - Steps: each advances `next`, and returns false if it needs input or finds a problem

    private mutating func skipByteOrderMark(_ input: FilterInput, _ next: inout Int) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let head = UnsafeBufferPointer(start: input.base, count: min(3, input.count))
        if head.count < 3, !input.isFinal { return false }
        if head.count >= 2 {
            switch (head[0], head[1]) {
            case (0xFE, 0xFF), (0xFF, 0xFE), (0x3C, 0x00), (0x00, 0x3C):
                return fail(.unsupportedEncoding, "the document is not UTF-8 but UTF-16 or UTF-32")
            default: break
            }
        }
        if head.elementsEqual(mark) {
            next = 3
            copied = 3
        }
        state = .text
        return true
    }

    private mutating func filterText(_ input: FilterInput, _ next: inout Int) -> Bool {
        while true {
            next = input.firstSpecial(from: next, stop: Byte.less)
            if next == input.count { return true }
            if input[next] == Byte.less { return openMarkup(input, &next) }
            guard repair(input, &next) else { return false }
        }
    }

    private mutating func openMarkup(_ input: FilterInput, _ next: inout Int) -> Bool {
        hasMarkup = true
        switch input.opening(at: next) {
        case .undecided:
            return false
        case .doctype where !hasTag:
            copy(input, upTo: next)
            doctype = DoctypeSkipper()
            next += Opening.doctypeBytes.count
            copied = next
            state = .doctype
        case .section(let section):
            markupStart = offset(of: next)
            next += section.opening.count
            state = .section(section)
        case .doctype, .tag:
            markupStart = offset(of: next)
            next += 1
            tag.reset()
            state = .tag
        }
        return true
    }

    private mutating func filterSection(_ input: FilterInput, _ next: inout Int, _ section: Section) -> Bool {
        while true {
            next = input.firstSpecial(from: next, stop: Byte.greater)
            if next == input.count { return true }
            switch input[next] {
            case Byte.less, Byte.ampersand:
                next += 1
            case Byte.greater:
                copy(input, upTo: next)
                let length = output.count - (markupStart ?? 0)
                next += 1
                guard length >= section.opening.count + section.ending.count, output.hasSuffix(section.ending) else {
                    continue
                }
                sections += 1
                return closeMarkup(length + 1)
            default:
                guard repair(input, &next) else { return false }
            }
        }
    }

    private mutating func skipDoctype(_ input: FilterInput, _ next: inout Int) -> Bool {
        while next < input.count {
            let byte = input[next]
            if byte == Byte.lineFeed || byte == Byte.carriageReturn {
                // Writes one LF for each line end. A kept CR could combine with an LF after the
                // declaration.
                let before = line
                countLineEnd(input, at: next)
                if line > before { output.append(Byte.lineFeed) }
            }
            next += 1
            copied = next
            if doctype.isEnd(byte) {
                state = .text
                return true
            }
            if doctype.count > limits.doctypeBytesMax {
                return fail(
                    .limitExceeded, "the document type declaration takes more than \(limits.doctypeBytesMax) bytes")
            }
        }
        return true
    }

    // MARK: - Helpers of the steps

    mutating func closeMarkup(_ length: Int) -> Bool {
        guard checkMarkupSize(length) else { return false }
        markupStart = nil
        state = .text
        return true
    }

    @discardableResult
    private mutating func checkMarkupSize(_ length: Int) -> Bool {
        length <= tokenBytesMax
            || fail(.limitExceeded, "a tag, comment or section takes more than \(tokenBytesMax) bytes")
    }

    mutating func fail(_ code: XMLStreamError.Code, _ message: String) -> Bool {
        problem = XMLStreamError(code: code, message: message, line: line)
        return false
    }

    mutating func copy(_ input: FilterInput, upTo end: Int) {
        guard end > copied else { return }
        output.append(contentsOf: UnsafeBufferPointer(start: input.base + copied, count: end - copied))
        copied = end
    }

    /// Returns the position in `output` of an input byte.
    func offset(of position: Int) -> Int { output.count - copied + position }

    /// Counts line ends as expat does. CR, LF and CR LF each end one line.
    mutating func countLineEnd(_ input: FilterInput, at position: Int) {
        let before = position > 0 ? input[position - 1] : input.previous
        if input[position] == Byte.carriageReturn || before != Byte.carriageReturn { line += 1 }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
