import CLibPQ
import Glibc

/// One connection to PostgreSQL.
///
/// Calls block until the server answers. Use a session on one thread at a time, and never on one of
/// Swift's cooperative threads. `Pool` ensures both rules. The session's time zone is UTC, and its
/// encoding is UTF-8.
///
/// https://www.postgresql.org/docs/15/libpq.html
public final class Session {
    let connection: OpaquePointer
    private var prepared: [StatementKey: String] = [:]
    var rowTypes: [String: RowType] = [:]
    /// The `plan_cache_mode` of `reading`. With `force_generic_plan`, PostgreSQL plans a statement
    /// once. With `auto`, it plans a statement five times, and then keeps its plan if that plan
    /// costs no more.
    package var readingPlanMode = "auto"
    /// The `plan_cache_mode` of `writing`. Only tests change it.
    package var writingPlanMode = "auto"
    /// Ids by name, which callers keep here because the database never changes them.
    public var lastingIDs: [String: Int32] = [:]
    var transactionDepth = 0
    /// True in a transaction that only reads.
    public internal(set) var isReading = false
    /// The statements that begin the open transaction. They are sent together with its first
    /// statement, which saves a round trip.
    var opening: [Statement] = []
    /// True after `preferIndexOrder`, until the transaction ends.
    var prefersIndexOrder = false
    /// True while the answer to the commit of a transaction that only read has not been received.
    var isEnding = false
    let warnings: WarningBuffer
    /// The longest times that the session waits for its server. Only sessions that a `Database`
    /// opened have limits.
    public var limits = CallLimits()
    /// The session's socket for other threads. Nil for a session that no `Database` opened.
    var socket: SessionSocket?
    /// The database's list of open sessions, which contains `socket`.
    var openSessions: OpenSessions?
    /// The start of a primary's server; nil for a standby, and without a fence.
    var serverStart: Int64?
    /// The database's list of the starts after which a commit was confirmed.
    var confirmed: ConfirmedStarts?
    /// The pool's call that uses this session now. Nil for a session outside a pool.
    var call: SessionCall?

    private struct StatementKey: Hashable {
        var sql: String
        var types: [UInt32]
    }

    /// The number of statements that one session keeps prepared. PostgreSQL parses further
    /// statements each time.
    public static let preparedStatementsMax = 256
    /// The protocol's maximum number of parameters of a statement.
    public static let parametersMax = 65_535

    /// Connects to a server.
    ///
    /// - Parameter conninfo: a connection URI or keyword/value string. libpq takes missing settings
    ///   from its environment.
    /// - Throws: `PostgresError` of class 08. The message may contain the host and the user, but
    ///   never the password.
    public init(conninfo: String, applicationName: String = "healthstore") throws {
        // Keywords after `dbname` override the caller's string. Keywords before it are defaults.
        let keywords = ["connect_timeout", "fallback_application_name", "dbname", "client_encoding"]
        let values = ["15", applicationName, conninfo, "UTF8"]
        let opened = Session.withCStrings(keywords) { keywords in
            Session.withCStrings(values) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let opened else { throw PostgresError.connectionFailure("out of memory") }
        guard PQstatus(opened) == CONNECTION_OK else {
            let message = Session.oneLine(PQerrorMessage(opened))
            PQfinish(opened)
            // libpq's message quotes a malformed string, which may contain a password.
            try ConnectionString.check(conninfo)
            throw PostgresError(sqlState: "08001", message: message)
        }
        connection = opened
        warnings = WarningBuffer()
        PQsetNoticeReceiver(connection, receiveNotice, Unmanaged.passUnretained(warnings).toOpaque())
        try executeScript(Session.settings)
    }

    /// Settings that keep plans good regardless of statistics.
    ///
    /// Without bitmap scans, PostgreSQL finds and sorts rows with indexes and does not gather them
    /// first. Plans are made for each execution, so a plan made for empty tables is not used while
    /// they fill. `reading` and `writing` keep plans. JIT compilation of a statement takes longer
    /// than running the statement.
    private static let settings = """
        set timezone to 'UTC'; set enable_bitmapscan = off; set plan_cache_mode = force_custom_plan; set jit = off
        """

    deinit {
        if let socket { openSessions?.remove(socket) }
        PQfinish(connection)
    }

    /// True if the connection is outside a transaction and the client has found no failure of it.
    public var isIdle: Bool {
        PQstatus(connection) == CONNECTION_OK && PQpipelineStatus(connection) == PQ_PIPELINE_OFF
            && (isEnding || PQtransactionStatus(connection) == PQTRANS_IDLE)
    }

    /// True if the session is idle and the server has not ended it. A server ends its sessions when
    /// it stops.
    ///
    /// Waits for the end of the last transaction. Then reads the bytes that have arrived, and does
    /// not wait: https://www.postgresql.org/docs/15/libpq-async.html
    var isUsable: Bool {
        finishEnding()
        guard isIdle else { return false }
        var file = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        // A server that ends a session first sends the reason. The read after that finds the end of
        // the connection.
        for _ in 0..<Session.pendingReadsMax {
            guard poll(&file, 1, 0) > 0 else { return isIdle }
            guard PQconsumeInput(connection) == 1 else { return false }
        }
        return false
    }

    /// The number of reads after which an idle session that still has input counts as unusable.
    private static let pendingReadsMax = 16

    /// Removes and returns the warnings that the server has sent since the last call, at most
    /// `WarningBuffer.warningsMax`.
    public func takeWarnings() -> [String] {
        finishEnding()
        return warnings.take()
    }

    /// The server's version in libpq's form, such as 150020 for 15.20.
    public var serverVersion: Int { Int(PQserverVersion(connection)) }

    /// Runs one statement.
    ///
    /// The statement remains prepared in this session, so its text should be constant.
    ///
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    public func execute(_ sql: String, _ parameters: [Parameter] = []) throws -> Rows {
        guard opening.isEmpty else { return try execute([Statement(sql, parameters)])[0] }
        try beginCall()
        defer { endCall() }
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

    /// Runs one statement without preparing it, so PostgreSQL always plans it for its parameters.
    /// For statements in `writing` that join an array with another or with itself: a kept plan
    /// expects ten elements.
    ///
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    public func executeUnprepared(_ sql: String, _ parameters: [Parameter] = []) throws -> Rows {
        try beginCall()
        defer { endCall() }
        try sendOpening()
        return try check(
            Session.withEncoded(parameters) { count, types, values, lengths, formats in
                PQexecParams(connection, sql, count, types, values, lengths, formats, 1)
            })
    }

    /// Calls `body` with the parameters in the arrays that libpq expects, in binary format.
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
        // An empty array has no address, and libpq takes a missing address for null. The extra byte
        // gives an empty text an address.
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

    /// Runs statements without parameters. They run in the open transaction, or else in one
    /// implicit transaction. Discards their rows.
    ///
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    public func executeScript(_ sql: String) throws {
        try beginCall()
        defer { endCall() }
        try sendOpening()
        _ = try check(PQexec(connection, sql))
    }

    /// Each call that uses the connection begins with this function, and ends with `endCall`.
    ///
    /// - Throws: `CancellationError` if the pool's caller was cancelled.
    func beginCall() throws {
        try call?.check()
        finishEnding()
        socket?.beginCall(limits.statement)
    }

    func endCall() { socket?.endCall() }

    /// Returns the name of the prepared statement, and prepares it if needed. Returns nil if the
    /// session already keeps `preparedStatementsMax` other statements.
    ///
    /// - Throws: `PostgresError`. The SQLSTATE is 08P01 for more parameters than the protocol
    ///   allows.
    func preparedStatement(_ sql: String, _ parameters: [Parameter]) throws -> String? {
        guard parameters.count <= Session.parametersMax else {
            throw PostgresError.protocolViolation("more than \(Session.parametersMax) parameters")
        }
        return try preparedStatement(StatementKey(sql: sql, types: parameters.map(\.typeOID))) {
            // If the server refuses the statement, the transaction has failed.
            try sendOpening()
        }
    }

    /// Returns the name of a prepared statement without parameters, which begins or ends a
    /// transaction.
    func preparedWithoutParameters(_ sql: String) throws -> String? {
        try preparedStatement(StatementKey(sql: sql, types: [])) {}
    }

    private func preparedStatement(_ key: StatementKey, before: () throws -> Void) throws -> String? {
        if let name = prepared[key] { return name }
        guard prepared.count < Session.preparedStatementsMax else { return nil }
        try before()
        let name = "s\(prepared.count)"
        _ = try check(PQprepare(connection, name, key.sql, Int32(key.types.count), key.types))
        prepared[key] = name
        return name
    }

    /// Returns false if the session sends the statement without preparing it. For tests of plans.
    package func mayBePrepared(_ sql: String) -> Bool {
        prepared.count >= Session.preparedStatementsMax || prepared.keys.contains { $0.sql == sql }
    }

    // MARK: Names

    /// Returns `name` as an identifier for SQL text, always in double quotes.
    public func quoteIdentifier(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    // MARK: Errors

    /// Takes ownership of a result and returns its rows.
    ///
    /// - Throws: `PostgresError` if the result reports a failure.
    func check(_ result: OpaquePointer?) throws -> Rows {
        guard let result else { throw failure() }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY, PGRES_COPY_IN, PGRES_COPY_OUT:
            let rows = Rows(taking: result)
            if let reason = warnings.takeUnknownCommit() {
                confirmed?.removeAll()
                throw PostgresError.unknownCommit(reason)
            }
            return rows
        default:
            defer { PQclear(result) }
            throw Session.error(of: result) ?? failure()
        }
    }

    /// The connection's last failure.
    func failure() -> PostgresError {
        socket?.ended ?? PostgresError.connectionFailure(Session.oneLine(PQerrorMessage(connection)))
    }

    private static func error(of result: OpaquePointer) -> PostgresError? {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        guard let state = field(HSDiagSQLState()) else { return nil }
        return PostgresError(
            sqlState: state, message: field(HSDiagMessagePrimary()) ?? "unknown error",
            hint: field(HSDiagMessageHint())
                ?? (PostgresError.damageStates.contains(state) ? PostgresError.damageHint : nil),
            constraint: field(HSDiagConstraintName()))
    }

    private static func oneLine(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "the connection to PostgreSQL failed" }
        let lines = String(cString: text).split(whereSeparator: \.isNewline)
        return lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: "; ")
    }

    /// Calls `body` with the strings as a null-terminated array of C strings.
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

/// Called by libpq on the session's thread, during one of its calls.
private func receiveNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context, let result, let message = PQresultErrorField(result, HSDiagMessagePrimary()) else { return }
    let severity = PQresultErrorField(result, HSDiagSeverity()).map { String(cString: $0) }
    guard severity == "WARNING" else { return }
    let buffer = Unmanaged<WarningBuffer>.fromOpaque(context).takeUnretainedValue()
    let file = PQresultErrorField(result, HSDiagSourceFile()).map { String(cString: $0) }
    buffer.note(String(cString: message), file: file)
}

/// Keeps warnings of the server, which libpq would otherwise print. Drops notices of lower
/// severity.
final class WarningBuffer {
    static let warningsMax = 1_000
    private var warnings: [String] = []
    /// The reason why the outcome of the last commit is unknown, or nil.
    private var unknownCommit: String?

    /// The source file of PostgreSQL that warns, in every language and version, of a commit that
    /// did not wait for its standby until the end. Such a commit looks like a success, and may be
    /// lost with the server.
    /// https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/replication/syncrep.c
    private static let replicationFile = "syncrep.c"
    /// How the warning begins that a coordinator of Citus gives for a commit that a worker did not
    /// confirm. The coordinator still commits, so the commit looks like a success.
    /// https://github.com/citusdata/citus/blob/v13.2.2/src/backend/distributed/transaction/remote_transaction.c
    private static let workerWarning = "failed to commit transaction on "

    func takeUnknownCommit() -> String? {
        defer { unknownCommit = nil }
        return unknownCommit
    }

    func note(_ warning: String, file: String?) {
        if warnings.count < WarningBuffer.warningsMax { warnings.append(warning) }
        if file == WarningBuffer.replicationFile { unknownCommit = "no standby has confirmed it" }
        if warning.hasPrefix(WarningBuffer.workerWarning) { unknownCommit = warning }
    }

    func take() -> [String] {
        defer { warnings = [] }
        return warnings
    }
}
