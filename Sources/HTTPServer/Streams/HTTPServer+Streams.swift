import Dispatch

/// A response that is sent while it is made.
struct OpenStream: Sendable {
    /// Of the exchange.
    let number: UInt64
    let writer: HTTPStreamWriter
    let producer: Task<Void, Never>
    let socket: CInt
}

extension HTTPServer {
    /// Counts the exchange among the streams instead of among the requests in flight, and lets the producer begin.
    ///
    /// - Returns: why that may not be.
    func open(_ stream: HTTPStream, _ exchange: Exchange, _ connection: Connection) -> HTTPFailure? {
        guard let head = exchange.head else { return .stopping }
        let writer = HTTPStreamWriter()
        return state.withLock { state in
            guard state.phase == .running else { return .stopping }
            guard state.streams.count < state.streamsMax else { return .tooManyStreams }
            let producer = Task { [router] in
                do {
                    try await stream.produce(writer)
                    writer.finish(.complete)
                } catch {
                    writer.finish(.broken)
                    let isExpected = error is HTTPStreamClosed || error is CancellationError
                    // The head is sent, so the application is told and its response is dropped.
                    if !isExpected { _ = router.failureResponse(.thrown(error), head) }
                }
            }
            let opened = OpenStream(
                number: exchange.number, writer: writer, producer: producer, socket: connection.socket)
            state.streams[opened.number] = opened
            state.watch?.add(opened.socket, number: opened.number)
            exchange.stream = opened
            // What was streamed in keeps that place until the answer has gone: there may be a file behind it.
            state.endFlight(of: exchange)
            return nil
        }
    }

    /// Called on the connection's own thread while its socket is still open.
    func end(_ stream: OpenStream) {
        state.withLock { state in
            state.streams[stream.number] = nil
            state.watch?.remove(stream.socket)
        }
        stream.writer.connectionEnded()
        stream.producer.cancel()
    }

    /// How long a client that has shut down its sending side alone still waits for its answer. Such a client cannot be told
    /// from one that has left. 1 second.
    static let halfClosedTime = DispatchTimeInterval.seconds(1)

    /// The client of a stream or of a request has shut down its side of the connection.
    ///
    /// - Parameter isReset: whether it takes nothing more, either.
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

    /// Cancels the handler of a request whose client has left, if it is still at work.
    private func cancelHandler(_ number: UInt64) {
        guard let running = state.withLock({ $0.running[number] }) else { return }
        running.exchange.state.withLock { $0.hasClientLeft = true }
        running.task.cancel()
    }

    /// Asks every producer to come to an end.
    func endStreams() {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.producer.cancel() }
    }

    /// Breaks every stream that has not come to an end; none can be suspended afterwards.
    func abandonStreams() {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.writer.breakOff() }
    }
}
