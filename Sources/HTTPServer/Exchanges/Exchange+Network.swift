/// The side of the network: called on the connection's own thread.
extension Exchange {
    /// What a call of libmicrohttpd without a piece of the body is for.
    enum Step {
        /// To go on and receive the body, which is read piece by piece or not.
        case receive(isStream: Bool)
        /// Nothing: the connection is suspended.
        case wait
        case answer(HTTPResponse)
        /// To close the connection after an answer that the server is stopping.
        case stop
    }

    /// Tells what to do once the connection goes on without a piece of the body: before the body, behind it, or where it was
    /// suspended for the handler.
    func step(_ connection: Connection) -> Step {
        let (step, readers) = state.withLock { state -> (Step, [CheckedContinuation<Void, Never>]) in
            var readers: [CheckedContinuation<Void, Never>] = []
            switch state.stage {
            case .head:
                let isWanted = state.response.map { _ in framing.isWorthReading } ?? state.isRead
                guard isWanted, !state.isAbandoned else { break }
                state.stage = .body
                if case .pieces = state.reading { return (.receive(isStream: true), []) }
                return (.receive(isStream: false), [])
            case .body:
                state.stage = .complete
                readers = state.takeReaders()
            case .complete: break
            }
            if state.isAbandoned { return (.stop, readers) }
            if let response = state.response {
                // The connection has the only copy of the body from now on.
                state.dropResponse()
                return (.answer(response), readers)
            }
            suspend(connection, &state)
            return (.wait, readers)
        }
        for reader in readers { reader.resume() }
        return step
    }

    /// What became of a piece of the body.
    enum Received {
        case taken
        /// Taken, and the client has to wait.
        case suspended
        case unwanted
        /// The server is stopping.
        case refused
    }

    /// Gives a piece of the body to its reader.
    func receive(_ piece: UnsafeRawBufferPointer, _ connection: Connection) -> Received {
        let (received, readers) = state.withLock { state -> (Received, [CheckedContinuation<Void, Never>]) in
            if state.isAbandoned { return (.refused, []) }
            if state.isUnwanted { return (.unwanted, []) }
            if case .whole(let bytesMax) = state.reading {
                let bytes = state.whole.count + piece.count
                if bytes > bytesMax {
                    state.failure = .contentTooLarge(bytesMax: bytesMax)
                } else if let refusal = share.body.hold(bytes) {
                    state.failure = HTTPBodyError(refusal)
                } else {
                    state.whole.append(contentsOf: piece)
                    return (.taken, [])
                }
                state.dropBody()
                return (.unwanted, state.takeReaders())
            }
            state.queue(piece)
            let readers = state.takeReaders()
            guard state.queuedBytes >= HTTPBodyStream.queueBytesMax else { return (.taken, readers) }
            suspend(connection, &state)
            return (.suspended, readers)
        }
        for reader in readers { reader.resume() }
        return received
    }

    /// The connection is gone, and is not touched again.
    func connectionEnded() {
        let readers = state.withLock { state in
            state.suspended = nil
            state.watched = nil
            state.dropResponse()
            state.isAbandoned = true
            if state.stage != .complete, state.failure == nil { state.failure = .disconnected }
            return state.takeReaders()
        }
        for reader in readers { reader.resume() }
    }
}

extension ExchangeState {
    /// Keeps a piece, joined with the one before where both are small.
    fileprivate mutating func queue(_ piece: UnsafeRawBufferPointer) {
        queuedBytes += piece.count
        if let last = pieces.indices.last, pieces[last].count + piece.count <= HTTPBodyStream.pieceBytesMax {
            pieces[last].append(contentsOf: piece)
        } else {
            pieces.append(Array(piece))
        }
    }
}
