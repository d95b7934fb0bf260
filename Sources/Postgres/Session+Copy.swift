import CLibPQ

extension Session {
    /// Runs `COPY … FROM STDIN`.
    ///
    /// - Parameter next: returns the next bytes, or nil at the end.
    /// - Returns: the number of rows copied.
    /// - Throws: `PostgresError`, the error of `next`, or `CancellationError` if the pool's caller
    ///   was cancelled. The server then discards all rows of the COPY.
    public func copyIn(_ sql: String, _ next: () throws -> [UInt8]?) throws -> Int64 {
        try beginCall()
        defer { endCall() }
        try sendOpening()
        let begun = try check(PQexec(connection, sql))
        guard begun.status == PGRES_COPY_IN else {
            throw PostgresError.protocolViolation("the statement is not COPY FROM STDIN")
        }
        do {
            endCall()
            while let bytes = try next() {
                // The time that `next` takes does not count.
                socket?.beginCall(limits.statement)
                try put(bytes)
                endCall()
            }
            socket?.beginCall(limits.statement)
        } catch {
            socket?.beginCall(limits.statement)
            // The server discards the rows and reports that the client failed. The caller already
            // has the error.
            _ = PQputCopyEnd(connection, "the client gave up")
            _ = try? finishCommand()
            throw error
        }
        guard PQputCopyEnd(connection, nil) == 1 else { throw failure() }
        return try finishCommand()?.affectedRows ?? 0
    }

    /// Copies rows into a table.
    ///
    /// - Parameters:
    ///   - target: the name of the table and, in parentheses, those of its columns.
    ///   - write: writes one row.
    /// - Returns: the number of rows.
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    @discardableResult
    public func copy<Rows: Collection>(
        _ rows: Rows, into target: String, _ write: (Rows.Element, inout BinaryCopyWriter) -> Void
    ) throws -> Int64 {
        guard !rows.isEmpty else { return 0 }
        var writer = BinaryCopyWriter()
        var rest = rows.makeIterator()
        var isEnded = false
        return try copyIn("copy \(target) from stdin (format binary)") {
            while let row = rest.next() {
                write(row, &writer)
                if writer.count >= Session.copiedBytes { return writer.take() }
            }
            guard !isEnded else { return nil }
            isEnded = true
            writer.trailer()
            return writer.take()
        }
    }

    /// The bytes of rows that are sent at once.
    private static let copiedBytes = 64 << 10

    /// Copies the rows of `writer` into a table.
    ///
    /// - Parameter target: the name of the table and, in parentheses, those of its columns.
    /// - Returns: the number of rows.
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    @discardableResult
    public func copy(_ writer: inout BinaryCopyWriter, into target: String) throws -> Int64 {
        writer.trailer()
        var bytes: [UInt8]? = writer.take()
        return try copyIn("copy \(target) from stdin (format binary)") {
            defer { bytes = nil }
            return bytes
        }
    }

    private func put(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        let sent = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { PQputCopyData(connection, $0.baseAddress, Int32($0.count)) }
        }
        guard sent == 1 else {
            // The server has ended the COPY. The result contains the reason.
            _ = try finishCommand()
            throw failure()
        }
    }

    /// Runs `COPY … TO STDOUT (FORMAT binary)` and calls `body` with each row, in the order of
    /// arrival.
    ///
    /// Only one row at a time is in memory.
    ///
    /// - Throws: `PostgresError`, the error of `body`, or `CancellationError` if the pool's caller
    ///   was cancelled. After an error of `body`, the server cancels the rest.
    public func copyOut(_ sql: String, _ body: (inout CopyRow) throws -> Void) throws {
        try beginCall()
        defer { endCall() }
        try sendOpening()
        let begun = try check(PQexec(connection, sql))
        guard begun.status == PGRES_COPY_OUT else {
            throw PostgresError.protocolViolation("the statement is not COPY TO STDOUT")
        }
        var isFirst = true
        while true {
            var buffer: UnsafeMutablePointer<CChar>?
            socket?.beginCall(limits.statement)
            let length = PQgetCopyData(connection, &buffer, 0)
            // The time that `body` takes does not count.
            endCall()
            guard length >= 0 else {
                if length == -1 { break }
                throw failure()
            }
            guard let buffer else { throw failure() }
            defer { PQfreemem(buffer) }
            var row = CopyRow(UnsafeRawBufferPointer(start: buffer, count: Int(length)))
            do {
                if isFirst { try row.skipHeader() }
                isFirst = false
                // The header arrives in its own message or in front of the first row.
                guard !row.isAtEnd, try row.beginRow() else { continue }
                try body(&row)
            } catch {
                abandon()
                throw error
            }
        }
        socket?.beginCall(limits.statement)
        _ = try finishCommand()
    }

    /// Cancels the running COPY and discards the rest of its rows.
    private func abandon() {
        requestCancel()
        socket?.beginCall(limits.statement)
        var buffer: UnsafeMutablePointer<CChar>?
        while PQgetCopyData(connection, &buffer, 0) > 0 {
            PQfreemem(buffer)
            buffer = nil
        }
        _ = try? finishCommand()
    }

    /// Sends the server a request to cancel the running statement. Returns when the server has
    /// received it.
    func requestCancel() {
        guard let cancel = PQgetCancel(connection) else { return }
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &message, Int32(message.count))
        PQfreeCancel(cancel)
    }

    /// Reads the results that end a command.
    ///
    /// - Throws: the first failure among the results.
    private func finishCommand() throws -> Rows? {
        var last: Rows?
        var failure: (any Error)?
        while let result = PQgetResult(connection) {
            do { last = try check(result) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return last
    }
}

extension Rows {
    var status: ExecStatusType { withPointer(PQresultStatus) }
}
