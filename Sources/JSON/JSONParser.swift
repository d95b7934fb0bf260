internal import CSimdJSON

/// Reads JSON texts (RFC 8259) with
/// [simdjson](https://github.com/simdjson/simdjson/blob/v3.0.1/doc/dom.md).
///
/// A parser reuses its buffers for the next text. Use it on one thread at a time. While it parses,
/// it needs about 15 bytes of address space for each byte of the text. If the text has more than
/// ``bytesKept`` bytes, ``parse(_:_:)`` frees the buffers when it returns.
///
/// Signed and unsigned 64-bit integers are exact. Every other number that a double represents is
/// exact, too. A larger integer becomes the nearest double. `-0` becomes the integer 0. A number
/// out of the range of a double (`1e400`) is refused with ``JSONError/Code/invalidNumber``.
public final class JSONParser {
    /// The length in bytes of the longest text whose buffers are kept for the next text.
    public static let bytesKept = 1 << 20

    private let parser: OpaquePointer?
    private let bytesMax: Int
    private let depthMax: Int
    private var isParsing = false

    /// - Parameters:
    ///   - bytesMax: the maximum length of a text in bytes. The upper limit is always 4 GiB - 1.
    ///   - depthMax: the maximum depth of nested arrays and objects. `[[1]]` has depth 2. An empty
    ///     container does not count as a level.
    public init(bytesMax: Int, depthMax: Int = 64) {
        precondition(bytesMax >= 0 && depthMax >= 0, "limits of a JSON parser are not negative")
        self.bytesMax = bytesMax
        self.depthMax = depthMax
        parser = json_parser_create(bytesMax, depthMax)
    }

    deinit {
        json_parser_destroy(parser)
    }

    /// Parses a text and calls `body` with its root.
    ///
    /// Values are valid only inside `body`. The program stops if a value is used later or if `body`
    /// calls this function.
    ///
    /// - Throws: ``JSONError`` before `body` is called, or the error of `body`.
    public func parse<R>(_ bytes: [UInt8], _ body: (JSONValue) throws -> R) throws -> R {
        precondition(!isParsing, "a JSON parser was used from within its own parse")
        isParsing = true
        defer { isParsing = false }
        guard let parser else { throw error(JSON_OUT_OF_MEMORY, in: bytes) }
        defer { json_parser_trim(parser, JSONParser.bytesKept) }

        var tape = json_tape()
        let status = json_parser_parse(parser, bytes, bytes.count, &tape)
        guard status == JSON_OK, let document = JSONDocument(tape) else { throw error(status, in: bytes) }
        defer { document.close() }
        return try body(JSONValue(document: document, index: JSONDocument.root))
    }

    private func error(_ status: json_status, in bytes: [UInt8]) -> JSONError {
        switch status {
        case JSON_EMPTY: JSONError(.empty, "JSON text is empty")
        case JSON_TOO_LARGE: JSONError(.tooLarge, "JSON text exceeds the limit of \(bytesMax) bytes")
        case JSON_TOO_DEEP: JSONError(.tooDeep, "JSON text exceeds the nesting limit of \(depthMax)")
        case JSON_INVALID_UTF8:
            JSONError(.invalidUTF8, "JSON text is not valid UTF-8", offset: firstInvalidUTF8(in: bytes))
        case JSON_NUMBER:
            located(
                .invalidNumber, "JSON text holds a number that is malformed or out of the range of a double", in: bytes)
        case JSON_OUT_OF_MEMORY: JSONError(.outOfMemory, "out of memory while reading JSON text")
        default: located(.malformed, "JSON text is malformed", in: bytes)
        }
    }

    private func located(_ code: JSONError.Code, _ message: String, in bytes: [UInt8]) -> JSONError {
        let fault = JSONFault.first(in: bytes)
        return JSONError(code, message, offset: fault?.offset, member: fault?.member)
    }
}

/// Returns the offset of the first byte that does not begin a valid UTF-8 sequence.
private func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let scalar): offset += scalar.count
        case .error: return offset
        case .emptyInput: return nil
        }
    }
}
