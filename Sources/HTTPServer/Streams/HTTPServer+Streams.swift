import Dispatch

/// A response that is sent while it is produced.
struct OpenStream: Sendable {
    /// The number of the stream's `Exchange`.
    let number: UInt64
    let writer: HTTPStreamWriter
    let producer: Task<Void, Never>
    let socket: CInt
}

extension HTTPServer {
    /// Starts the producer. From now on the exchange counts as a stream, and no longer as a request
    /// in flight.
    ///
    /// - Returns: nil if it succeeds, else the reason.
    func open(_ stream: HTTPStream, _ exchange: Exchange, _ connection: Connection) -> HTTPFailure? {
        guard let head = exchange.head else { return .stopping }
        let writer = HTTPStreamWriter()
        return state.withLock { state in
            guard state.phase.admitsRequests else { return .stopping }
            guard state.streams.count < state.streamsMax else { return .tooManyStreams }
            let producer = Task { [router] in
                do {
                    try await stream.produce(writer)
                    writer.finish(.complete)
                } catch {
                    let isExpected = error is HTTPStreamClosed || error is CancellationError
                    // The head is already sent, so the error's response is dropped. The call
                    // informs the application of the error, before the client sees it.
                    if !isExpected { _ = router.failureResponse(error, head) }
                    writer.finish(.broken)
                }
            }
            let opened = OpenStream(
                number: exchange.number, writer: writer, producer: producer, socket: connection.socket)
            state.streams[opened.number] = opened
            state.watch?.add(opened.socket, number: opened.number)
            exchange.stream = opened
            // A streamed request body counts until the response is sent, because the handler may
            // keep the body in a file until then.
            state.endFlight(of: exchange)
            return nil
        }
    }

    /// Ends a stream. Called on the connection's thread while its socket is still open.
    func end(_ stream: OpenStream) {
        state.withLock { state in
            state.streams[stream.number] = nil
            state.watch?.remove(stream.socket)
        }
        stream.writer.connectionEnded()
        stream.producer.cancel()
    }

    /// The time for which a client that has shut down its sending side still gets its response. The
    /// server cannot distinguish such a client from one that has disconnected. 1 second.
    static let halfClosedTime = DispatchTimeInterval.seconds(1)

    /// Called when the client of a stream or request has shut down its sending side.
    ///
    /// - Parameter isReset: true if the connection is reset, so that the client receives nothing
    ///   more.
    func clientLeft(_ number: UInt64, isReset: Bool) {
        if let stream = state.withLock({ $0.streams[number] }) {
            stream.writer.breakOff()
            stream.producer.cancel()
        } else if isReset {
            cancelHandler(number)
        } else {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.halfClosedTime) { [weak self] in
                self?.cancelHandler(number)
            }
        }
    }

    /// Cancels the handler of a disconnected client, if it still runs.
    private func cancelHandler(_ number: UInt64) {
        state.withLock { $0.running[number] }?.clientLeft()
    }

    /// Cancels every producer.
    func endStreams() {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.producer.cancel() }
    }

    /// Breaks every open stream. No stream can be suspended afterwards.
    func abandonStreams() {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.writer.breakOff() }
    }
}
