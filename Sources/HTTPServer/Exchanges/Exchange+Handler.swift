/// The handler's side of an exchange. Any thread may call these methods.
extension Exchange {
    /// Keeps the task of the handler, so that it can be cancelled. Cancels it at once if the
    /// exchange was aborted or the client has left.
    func run(_ task: Task<Void, Never>) {
        let isUnwanted = state.withLock { state in
            state.task = task
            return state.isAbandoned || state.hasClientLeft
        }
        if isUnwanted { task.cancel() }
    }

    /// Records that the request was authenticated.
    func authenticate() {
        state.withLock { if !$0.isAbandoned { server.connections.authenticate(socket) } }
    }

    /// Cancels the handler, because its client has disconnected.
    func clientLeft() {
        state.withLock { state in
            state.hasClientLeft = true
            return state.task
        }?.cancel()
    }

    /// Returns the next piece of the body as sent, or nil at its end.
    func nextPiece() async throws(HTTPFailure) -> [UInt8]? {
        if state.withLock({ $0.stage == .head && !$0.isRead }) {
            try server.admitBodyStream(self)
            try beginReading(.pieces)
        }
        while true {
            let next = state.withLock { state -> Result<[UInt8]?, HTTPFailure>? in
                if let failure = state.failure { return .failure(failure) }
                guard let piece = state.pieces.first else { return state.stage == .complete ? .success(nil) : nil }
                state.pieces.removeFirst()
                state.queuedBytes -= piece.count
                // The connection resumes when half the queue is free, so that it is not suspended
                // again at once.
                if state.queuedBytes <= HTTPBodyStream.queueBytesMax / 2 { state.goOn() }
                return .success(piece)
            }
            if let next { return try next.get() }
            await arrival()
        }
    }

    /// Returns the whole body as sent, or nil if it is read in pieces.
    func wholeBody(bytesMax: Int) async throws(HTTPFailure) -> [UInt8]? {
        try beginReading(.whole(bytesMax: bytesMax))
        while true {
            let whole = state.withLock { state -> Result<[UInt8]?, HTTPFailure>? in
                if case .pieces = state.reading { return .success(nil) }
                if let failure = state.failure { return .failure(failure) }
                guard state.stage == .complete else { return nil }
                defer { state.whole = [] }
                return .success(state.whole)
            }
            if let whole { return try whole.get() }
            await arrival()
        }
    }

    /// Lets the client send the body, unless a limit refuses it. Does nothing after a successful
    /// call.
    private func beginReading(_ reading: ExchangeState.Reading) throws(HTTPFailure) {
        let refusal = state.withLock { state -> HTTPFailure? in
            guard case .none = state.reading, state.stage == .head else { return nil }
            if case .whole(let bytesMax) = reading {
                let length = framing.length ?? 0
                if length > bytesMax { return .contentTooLarge(bytesMax: bytesMax) }
                if let refusal = share.body.hold(length) { return refusal }
                state.whole.reserveCapacity(length)
            }
            state.reading = reading
            state.goOn()
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Returns when bytes of the body have arrived, or when no more can arrive.
    private func arrival() async {
        await withCheckedContinuation { continuation in
            let isHere = state.withLock { state in
                if state.failure != nil || state.stage == .complete || !state.pieces.isEmpty { return true }
                state.readers.append(continuation)
                return false
            }
            if isHere { continuation.resume() }
        }
    }

    /// Sends the response, unless a stopping server has already sent one. Discards unread bytes of
    /// the body.
    func finish(_ response: HTTPResponse) {
        state.withLock { state in
            guard !state.isAbandoned else { return }
            state.response = response
            share.body.release()
            state.dropBody()
            state.resume()
        }
    }

    /// Aborts the exchange and cancels the handler. The reader of the body gets `.stopping`. The
    /// client gets it, too, if no response was sent.
    func abandon() {
        state.withLock { state in
            guard !state.isAbandoned else { return state.task }
            state.isAbandoned = true
            if state.failure == nil { state.failure = .stopping }
            state.dropBody()
            state.resume()
            state.wakeReaders()
            return state.task
        }?.cancel()
    }
}

extension ExchangeState {
    /// Resumes the connection, unless the whole body has arrived and the connection waits for the
    /// response.
    fileprivate mutating func goOn() {
        if stage != .complete { resume() }
    }
}
