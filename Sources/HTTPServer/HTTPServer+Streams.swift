/// A response that is sent while it is made.
struct OpenStream: Sendable {
    /// Never used twice by a server.
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
            state.streamsOpened += 1
            let opened = OpenStream(
                number: state.streamsOpened, writer: writer, producer: producer, socket: connection.socket)
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

    /// The peer of a stream has shut down its side: there is nobody to write for.
    func breakOff(_ number: UInt64) {
        guard let stream = state.withLock({ $0.streams[number] }) else { return }
        stream.writer.breakOff()
        stream.producer.cancel()
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
