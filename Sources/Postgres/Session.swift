import CLibPQ
import Glibc

/// One connection to PostgreSQL.
///
/// Its calls block until the server answers: use it on one thread at a time, and never on one of Swift's cooperative
/// threads (`Pool` sees to that). Times are UTC, texts UTF-8.
///
/// https://www.postgresql.org/docs/15/libpq.html
public final class Session {
    let connection: OpaquePointer
    private var prepared: [StatementKey: String] = [:]
    private(set) var transactionDepth = 0
    private let notices: NoticeBox
    /// The call of a pool that has this session now; nil for a session of no pool.
    var call: SessionCall?

    private struct StatementKey: Hashable {
        var sql: String
        var types: [UInt32]
    }

    /// Statements that one session keeps prepared; others are parsed each time.
    public static let preparedStatementsMax = 256
    /// Most parameters of a statement, by the protocol.
    public static let parametersMax = 65_535

    /// Connects.
    ///
    /// - Parameter conninfo: a connection URI or keyword/value string; what it leaves out comes from libpq's environment.
    /// - Throws: `PostgresError` of class 08 or 28. The message may name host and user, never the password.
    public init(conninfo: String, applicationName: String = "healthstore") throws {
        // What stands behind dbname wins over what the caller's string says.
        let keywords = ["connect_timeout", "fallback_application_name", "dbname", "client_encoding"]
        let values = ["15", applicationName, conninfo, "UTF8"]
        let opened = Session.withCStrings(keywords) { keywords in
            Session.withCStrings(values) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let opened else { throw PostgresError.connectionFailure("out of memory") }
        guard PQstatus(opened) == CONNECTION_OK else {
            let message = Session.oneLine(PQerrorMessage(opened))
            PQfinish(opened)
            throw PostgresError(sqlState: "08001", message: message)
        }
        connection = opened
        notices = NoticeBox()
        PQsetNoticeReceiver(connection, receiveNotice, Unmanaged.passUnretained(notices).toOpaque())
        try executeScript(Session.settings)
    }

    /// Plans are to be good whatever the planner knows: rows are found and put in order by indexes, not gathered first; and a plan that
    /// was made for empty tables is not kept while they are filled. Compiling a statement takes longer than running it.
    private static let settings = """
        set timezone to 'UTC'; set enable_bitmapscan = off; set plan_cache_mode = force_custom_plan; set jit = off
        """

    deinit { PQfinish(connection) }

    /// Whether the connection is alive as far as the client knows, and outside a transaction.
    public var isIdle: Bool {
        PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// As `isIdle`, after a look whether the server has ended the session while nobody used it, as it does when it stops.
    ///
    /// Reads what has arrived and waits for nothing: https://www.postgresql.org/docs/15/libpq-async.html
    var isUsable: Bool {
        guard isIdle else { return false }
        var file = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        // A server that ends a session says why first, so that its end is found by the look behind.
        for _ in 0..<Session.unaskedMessagesMax {
            guard poll(&file, 1, 0) > 0 else { return isIdle }
            guard PQconsumeInput(connection) == 1 else { return false }
        }
        return false
    }

    /// How often an idle session is read from before it is given up. 16.
    private static let unaskedMessagesMax = 16

    /// Warnings that the server sent since this was last asked, at most `NoticeBox.noticesMax`.
    public func takeWarnings() -> [String] { notices.take() }

    /// The server's version as libpq says it: 150020 for 15.20.
    public var serverVersion: Int { Int(PQserverVersion(connection)) }

    /// Runs one statement.
    ///
    /// The statement stays prepared in this session, so its text should be constant.
    /// - Throws: `PostgresError`; `CancellationError` if the pool's caller was cancelled.
    public func execute(_ sql: String, _ parameters: [Parameter] = []) throws -> Rows {
        try call?.check()
        let statement = try preparedStatement(sql, parameters)
        return try check(
            Session.withEncoded(parameters) { count, types, values, lengths, formats in
                if let statement {
                    PQexecPrepared(connection, statement, count, values, lengths, formats, 1)
                } else {
                    PQexecParams(connection, sql, count, types, values, lengths, formats, 1)
                }
            })
    }

    /// Hands the parameters to `body` as libpq takes them, in binary format.
    static func withEncoded<Value>(
        _ parameters: [Parameter],
        _ body: (
            _ count: Int32, _ types: [UInt32], _ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]
        ) -> Value
    ) -> Value {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        var isNull: [Bool] = []
        for parameter in parameters {
            isNull.append(!parameter.encode(into: &bytes))
            ends.append(bytes.count)
        }
        // An empty buffer has no address, but an empty text is not null.
        bytes.append(0)
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                var values: [UnsafePointer<CChar>?] = []
                var lengths: [Int32] = []
                var start = 0
                for (end, isNull) in zip(ends, isNull) {
                    values.append(isNull ? nil : buffer.baseAddress.map { $0 + start })
                    lengths.append(Int32(end - start))
                    start = end
                }
                let formats = [Int32](repeating: 1, count: parameters.count)
                return body(Int32(parameters.count), parameters.map(\.typeOID), values, lengths, formats)
            }
        }
    }

    /// Runs any number of statements without parameters, one after the other, in one implicit transaction unless there
    /// is one already; their rows are dropped.
    public func executeScript(_ sql: String) throws {
        try call?.check()
        _ = try check(PQexec(connection, sql))
    }

    /// The name of the statement, which is prepared now if it was not; nil if the session keeps enough others.
    ///
    /// - Throws: `PostgresError` for more parameters than the protocol allows.
    func preparedStatement(_ sql: String, _ parameters: [Parameter]) throws -> String? {
        guard parameters.count <= Session.parametersMax else {
            throw PostgresError.protocolViolation("more than \(Session.parametersMax) parameters")
        }
        let key = StatementKey(sql: sql, types: parameters.map(\.typeOID))
        if let name = prepared[key] { return name }
        guard prepared.count < Session.preparedStatementsMax else { return nil }
        let name = "s\(prepared.count)"
        _ = try check(PQprepare(connection, name, key.sql, Int32(key.types.count), key.types))
        prepared[key] = name
        return name
    }

    // MARK: Transactions

    public enum Isolation: String, Sendable {
        case readCommitted = "read committed"
        case repeatableRead = "repeatable read"
        case serializable = "serializable"
    }

    /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
    ///
    /// Inside another transaction it is part of that one.
    public func transaction<Value>(
        isolation: Isolation = .readCommitted, readOnly: Bool = false, _ body: () throws -> Value
    ) throws -> Value {
        guard transactionDepth == 0 else { return try body() }
        try executeScript("begin isolation level \(isolation.rawValue)\(readOnly ? " read only" : "")")
        transactionDepth += 1
        defer { transactionDepth -= 1 }
        let value: Value
        do {
            value = try body()
            try call?.check()
        } catch {
            // The first error is the one to report; a connection that cannot roll back is not idle. A cancelled call
            // rolls back, too.
            _ = try? check(PQexec(connection, "rollback"))
            throw error
        }
        try commit()
        return value
    }

    /// Runs `body` inside the open transaction and undoes what it did if it returns false or throws.
    ///
    /// - Returns: what `body` returned.
    public func attempt(_ body: () throws -> Bool) throws -> Bool {
        try executeScript("savepoint attempt")
        let isDone: Bool
        do { isDone = try body() } catch {
            try? executeScript("rollback to savepoint attempt; release savepoint attempt")
            throw error
        }
        try executeScript((isDone ? "" : "rollback to savepoint attempt; ") + "release savepoint attempt")
        return isDone
    }

    private func commit() throws {
        let result = try check(PQexec(connection, "commit"))
        // COMMIT of a failed transaction is answered by ROLLBACK and is no error to PostgreSQL.
        guard result.commandTag == "COMMIT" else {
            throw PostgresError(sqlState: "25P02", message: "the transaction failed and was rolled back")
        }
    }

    // MARK: Names

    /// `name` as an identifier in SQL text, always in double quotes.
    public func quoteIdentifier(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    // MARK: Errors

    /// Takes a result that says success, or throws what it says.
    func check(_ result: OpaquePointer?) throws -> Rows {
        guard let result else { throw failure() }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY, PGRES_COPY_IN, PGRES_COPY_OUT:
            return Rows(taking: result)
        default:
            defer { PQclear(result) }
            throw Session.error(of: result) ?? failure()
        }
    }

    /// What the connection says about its last failure.
    func failure() -> PostgresError {
        PostgresError.connectionFailure(Session.oneLine(PQerrorMessage(connection)))
    }

    private static func error(of result: OpaquePointer) -> PostgresError? {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        guard let state = field(HSDiagSQLState()) else { return nil }
        return PostgresError(
            sqlState: state, message: field(HSDiagMessagePrimary()) ?? "unknown error",
            hint: field(HSDiagMessageHint()),
            constraint: field(HSDiagConstraintName()))
    }

    private static func oneLine(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "the connection to PostgreSQL failed" }
        let lines = String(cString: text).split(whereSeparator: \.isNewline)
        return lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: "; ")
    }

    /// The strings as C's null-terminated array of pointers.
    static func withCStrings<Value>(
        _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        let buffers = strings.map { Array($0.utf8CString) }
        func descend(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> Value {
            guard index < buffers.count else { return body(pointers + [nil]) }
            return buffers[index].withUnsafeBufferPointer { descend(index + 1, pointers + [$0.baseAddress]) }
        }
        return descend(0, [])
    }
}

extension Rows {
    var commandTag: String { withPointer { PQcmdStatus($0).map { String(cString: $0) } ?? "" } }
}

/// Called by libpq on the session's thread, in the middle of its calls.
private func receiveNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context, let result, let message = PQresultErrorField(result, HSDiagMessagePrimary()) else { return }
    let severity = PQresultErrorField(result, HSDiagSeverity()).map { String(cString: $0) }
    guard severity == "WARNING" else { return }
    Unmanaged<NoticeBox>.fromOpaque(context).takeUnretainedValue().append(String(cString: message))
}

/// Keeps warnings, which libpq would otherwise print. NOTICE and below are dropped.
final class NoticeBox {
    static let noticesMax = 100
    private var notices: [String] = []

    func append(_ notice: String) {
        if notices.count < NoticeBox.noticesMax { notices.append(notice) }
    }

    func take() -> [String] {
        defer { notices = [] }
        return notices
    }
}
