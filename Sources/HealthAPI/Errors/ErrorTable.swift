import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

/// Maps each error to its answer.
enum ErrorTable {
    static func error(for failure: HTTPFailure) -> APIError {
        switch failure {
        case .notFound:
            APIError(.notFound, "there is nothing at this path", hint: "GET /openapi.json lists the endpoints")
        case .methodNotAllowed(let allowed):
            APIError(
                .methodNotAllowed,
                "this path answers " + allowed.map(\.rawValue).joined(separator: ", "))
        case .contentTooLarge(let bytesMax):
            APIError(
                .contentTooLarge, "the body is longer than \(bytesMax) bytes",
                hint: "send several smaller batches")
        case .overloaded:
            APIError(.overloaded, "too many requests at once", hint: "try again in a second")
        case .ownerOverloaded:
            APIError(
                .tooManyRequests,
                "the person has too many requests in flight, or too many bytes of bodies or answers in memory",
                hint: "wait as long as Retry-After says, and send fewer requests at once",
                retryAfter: HealthService.personRetrySeconds)
        case .unsupportedContentCoding:
            APIError(
                .unsupportedContentEncoding, "the body has a coding other than gzip",
                hint: "send it with Content-Encoding: gzip, or without a coding")
        case .malformedBody(let message):
            APIError(.malformedBody, message, hint: "Content-Encoding is gzip, so the body must be, too")
        case .disconnected:
            APIError(
                .disconnected, "the client closed its side of the connection before it had its answer",
                hint: "keep the connection open in both directions until the answer is here")
        case .tooManyStreams:
            APIError(.tooManyStreams, "too many streams are open", hint: "try again later")
        case .malformedRequest(let message): APIError(.malformedRequest, message)
        case .stopping: APIError(.stopping, "the service is stopping", hint: "try again later")
        }
    }

    static func error(for error: any Error) -> APIError {
        switch error {
        case let error as APIError: error
        case let error as ParameterError:
            APIError(
                ErrorCode(error.code), error.message, key: "parameter", error.parameter, hint: error.hint)
        case let error as Refusal: self.error(for: error)
        case let error as JSONError: self.error(for: error)
        case let error as HealthDatabaseError: self.error(for: error)
        case let error as HTTPFailure: self.error(for: error)
        case let error as PostgresError: self.error(for: error)
        case let error as Pool.Failure:
            switch error {
            case .overloaded: self.error(for: HTTPFailure.overloaded)
            case .ownerOverloaded: self.error(for: HTTPFailure.ownerOverloaded)
            case .closed: self.error(for: HTTPFailure.stopping)
            }
        case is CancellationError: self.error(for: HTTPFailure.stopping)
        default: internalError
        }
    }

    /// Returns the error of a body that is refused as a whole.
    private static func error(for refusal: Refusal) -> APIError {
        let code = ErrorCode(refusal.code)
        switch refusal.code {
        case .tooManyRecords, .tooManyQuantities: return APIError(code, refusal.message, hint: refusal.hint)
        case .malformedBatch where refusal.field.isEmpty:
            return APIError(code, refusal.message, hint: refusal.hint)
        default: return APIError(code, refusal.message, key: "field", refusal.field, hint: refusal.hint)
        }
    }

    /// Returns the error of malformed JSON. It names the position of a malformed number or word,
    /// such as NaN, which JSON does not have.
    private static func error(for error: JSONError) -> APIError {
        let status: HTTPStatus = error.code == .tooLarge ? .contentTooLarge : .badRequest
        guard error.offset != nil || error.member != nil else {
            return APIError(.malformedJSON, status: status, error.message)
        }
        return APIError(
            .malformedJSON, status: status, error.message, details: ["field": error.member, "offset": error.offset],
            hint: error.member.map { "\($0) must be written as JSON: a number is finite, a text stands in quotes" })
    }

    private static func error(for error: HealthDatabaseError) -> APIError {
        guard let code = ErrorCode(error.code) else { return internalError }
        let parameter: String? =
            switch code {
            case .malformedCursor: "cursor"
            case .malformedAnchor, .foreignAnchor, .anchorExpired: "anchor"
            default: nil
            }
        guard let parameter else { return APIError(code, error.message, hint: error.hint) }
        return APIError(code, error.message, key: "parameter", parameter, hint: error.hint)
    }

    /// Returns the error for an error of PostgreSQL by its SQLSTATE. The answer does not contain
    /// the message of the database server.
    private static func error(for error: PostgresError) -> APIError {
        if error.isCancelled {
            return APIError(
                .timedOut, "the answer takes too long", hint: "ask for a shorter range")
        }
        if error.isTransient {
            return APIError(.conflict, "another request was in the way", hint: "try again")
        }
        if error.isUnknownCommit {
            return APIError(
                .commitUnknown, "the database did not say whether it stored the change",
                hint:
                    "send the request again: samples are stored once, and so is a batch with the same Idempotency-Key",
                retryAfter: commitRetrySeconds)
        }
        if error.isUnavailable {
            return APIError(
                .databaseUnavailable, "the database cannot be used now", hint: "try again later")
        }
        return internalError
    }

    /// The value of `Retry-After` after an unknown commit.
    private static let commitRetrySeconds = 2

    private static let internalError = APIError(.internalError, "the service failed", hint: "its log says more")
}

extension ErrorCode {
    /// Returns the code of the same name. A test checks that each code of `ParameterError` has one.
    init(_ code: ParameterError.Code) { self = ErrorCode(rawValue: code.rawValue) ?? .internalError }

    /// Returns the code of the same name. A test checks that each code of `Refusal` has one.
    init(_ code: Refusal.Code) { self = ErrorCode(rawValue: code.rawValue) ?? .internalError }

    /// Returns nil for errors that only the command line has.
    init?(_ code: HealthDatabaseError.Code) { self.init(rawValue: code.rawValue) }
}
