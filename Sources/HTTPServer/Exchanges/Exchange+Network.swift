/// The network's side of an exchange. These methods are called on the connection's thread.
extension Exchange {
    /// The next step of libmicrohttpd after a call without a piece of the body.
    enum Step {
        /// Receive the body, in pieces for a reader or as a whole.
        case receive(isStream: Bool)
        /// Do nothing, because the connection is suspended.
        case wait
        case answer(HTTPResponse)
        /// Answer that the server is stopping, and close the connection.
        case stop
    }

    /// Returns the next step of a begun request when libmicrohttpd calls without a piece of the
    /// body. That happens before the body, after it, or after a resume.
    func step(_ connection: Connection) -> Step {
        state.withLock { state in
            switch state.stage {
            case .head:
                let isWanted = state.response.map { _ in framing.isWorthReading } ?? state.isRead
                guard isWanted, !state.isAbandoned else { break }
                state.stage = .body
                if case .pieces = state.reading { return .receive(isStream: true) }
                return .receive(isStream: false)
            case .body:
                state.stage = .complete
                state.wakeReaders()
            case .complete: break
            }
            if state.isAbandoned { return .stop }
            if let response = state.response {
                // The connection has the only copy of the response's body from now on.
                state.dropResponse()
                return .answer(response)
            }
            suspend(connection, &state)
            return .wait
        }
    }

    /// The result of receiving a piece of the body.
    enum Received {
        case taken
        /// The piece is accepted, and the connection is suspended until the reader has read.
        case suspended
        case unwanted
        /// The server is stopping.
        case refused
    }

    /// Passes a piece of the body to its reader.
    func receive(_ piece: UnsafeRawBufferPointer, _ connection: Connection) -> Received {
        state.withLock { state in
            if state.isAbandoned { return .refused }
            if state.isUnwanted { return .unwanted }
            if case .whole(let bytesMax) = state.reading {
                let bytes = state.whole.count + piece.count
                if bytes > bytesMax {
                    state.failure = .contentTooLarge(bytesMax: bytesMax)
                } else if let refusal = share.body.hold(bytes) {
                    state.failure = refusal
                } else {
                    state.whole.append(contentsOf: piece)
                    return .taken
                }
                state.dropBody()
                state.wakeReaders()
                return .unwanted
            }
            state.queue(piece)
            state.wakeReaders()
            guard state.queuedBytes >= HTTPBodyStream.queueBytesMax else { return .taken }
            suspend(connection, &state)
            return .suspended
        }
    }

    /// Records that the connection has ended. The exchange does not use the connection afterwards.
    func connectionEnded() {
        state.withLock { state in
            state.suspended = nil
            state.watched = nil
            state.dropResponse()
            state.isAbandoned = true
            if state.stage != .complete, state.failure == nil { state.failure = .disconnected }
            state.wakeReaders()
        }
    }
}

extension ExchangeState {
    /// Queues a piece. Joins it with the previous piece if both pieces are small.
    fileprivate mutating func queue(_ piece: UnsafeRawBufferPointer) {
        queuedBytes += piece.count
        if let last = pieces.indices.last, pieces[last].count + piece.count <= HTTPBodyStream.pieceBytesMax {
            pieces[last].append(contentsOf: piece)
        } else {
            pieces.append(Array(piece))
        }
    }
}
