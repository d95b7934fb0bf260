import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

/// Which answer every error becomes: the only place that says so.
enum ErrorTable {
    static func error(for failure: HTTPFailure) -> APIError {
        switch failure {
        case .notFound:
            APIError(.notFound, "not_found", "there is nothing at this path", hint: "README.md lists the endpoints")
        case .methodNotAllowed(let allowed):
            APIError(
                .methodNotAllowed, "method_not_allowed",
                "this path answers " + allowed.map(\.rawValue).joined(separator: ", "))
        case .contentTooLarge(let bytesMax):
            APIError(
                .contentTooLarge, "content_too_large", "the body is longer than \(bytesMax) bytes",
                hint: "send several smaller batches")
        case .overloaded:
            APIError(.serviceUnavailable, "overloaded", "too many requests at once", hint: "try again in a second")
        case .ownerOverloaded: tooManyRequests
        case .unsupportedContentCoding:
            APIError(
                .unsupportedMediaType, "unsupported_content_encoding", "the body has a coding other than gzip",
                hint: "send it with Content-Encoding: gzip, or without a coding")
        case .malformedBody(let message):
            APIError(.badRequest, "malformed_body", message, hint: "Content-Encoding is gzip, so the body must be, too")
        case .disconnected:
            APIError(
                .badRequest, "disconnected", "the client closed its side of the connection before it had its answer",
                hint: "keep the connection open in both directions until the answer is here")
        case .tooManyStreams:
            APIError(.serviceUnavailable, "too_many_streams", "too many streams are open", hint: "try again later")
        case .malformedRequest(let message): APIError(.badRequest, "malformed_request", message)
        case .stopping: APIError(.serviceUnavailable, "stopping", "the service is stopping", hint: "try again later")
        case .thrown(let error): self.error(for: error)
        }
    }

    private static var tooManyRequests: APIError {
        var error = APIError(
            .tooManyRequests, "too_many_requests",
            "the person has too many requests in flight, or too many bytes of bodies or answers in memory",
            hint: "wait as long as Retry-After says, and send fewer requests at once")
        error.retryAfterSeconds = HealthService.personRetrySeconds
        return error
    }

    static func error(for error: any Error) -> APIError {
        switch error {
        case let error as APIError: error
        case let error as ParameterError:
            APIError(
                .badRequest, error.code.rawValue, error.message, key: "parameter", error.parameter, hint: error.hint)
        case let error as Refusal: self.error(for: error)
        case let error as JSONError: self.error(for: error)
        case let error as HealthDatabaseError: self.error(for: error)
        case let error as HTTPBodyError: self.error(for: error.failure)
        case is HTTPOwnerOverloaded: self.error(for: HTTPFailure.ownerOverloaded)
        case let error as PostgresError: self.error(for: error)
        case let error as Pool.Failure:
            switch error {
            case .overloaded: self.error(for: HTTPFailure.overloaded)
            case .ownerOverloaded: self.error(for: HTTPFailure.ownerOverloaded)
            case .closed: self.error(for: HTTPFailure.stopping)
            }
        case is CancellationError: self.error(for: HTTPFailure.stopping)
        default: APIError(.internalServerError, "internal_error", "the service failed", hint: "its log says more")
        }
    }

    /// A body that is refused as a whole.
    private static func error(for refusal: Refusal) -> APIError {
        let code = refusal.code.rawValue
        switch refusal.code {
        case .tooManyRecords, .tooManyQuantities:
            return APIError(.contentTooLarge, code, refusal.message, hint: refusal.hint)
        case .malformedBatch where refusal.field.isEmpty:
            return APIError(.badRequest, code, refusal.message, hint: refusal.hint)
        default:
            return APIError(.badRequest, code, refusal.message, key: "field", refusal.field, hint: refusal.hint)
        }
    }

    /// Says where a number or a bare word is wrong, as NaN is, which JSON does not have.
    private static func error(for error: JSONError) -> APIError {
        var details: JSONWriter?
        if error.offset != nil || error.member != nil {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("field", error.member)
                writer.member("offset", error.offset)
            }
            details = writer
        }
        return APIError(
            error.code == .tooLarge ? .contentTooLarge : .badRequest, "malformed_json", error.message,
            details: details?.bytes,
            hint: error.member.map { "\($0) must be written as JSON: a number is finite, a text stands in quotes" })
    }

    private static func error(for error: HealthDatabaseError) -> APIError {
        let status: HTTPStatus =
            switch error.code {
            case .malformedCursor, .unknownSource, .malformedName, .tooManyTimeZones, .overlappingTimeZones,
                .malformedAnchor, .foreignAnchor, .tooManyAnchors:
                .badRequest
            case .anchorExpired: .gone
            case .unknownPerson, .unknownToken: .unauthorized
            case .personExists, .idempotencyKeyReused: .conflict
            case .tooManyVersions, .uploadQuotaExceeded: .contentTooLarge
            case .tooManyImports: .tooManyRequests
            case .databaseTooNew, .databaseTooOld, .notTheOwner, .lockTimeout: .serviceUnavailable
            case .migrationChanged, .filesMissing: .internalServerError
            // Of the command line alone.
            case .damagedStore, .malformedBackup, .truncatedBackup, .backupTooNew, .personNotEmpty, .rolesRefused,
                .unknownAnalyst, .analystExists:
                .internalServerError
            }
        let parameter: String? =
            switch error.code {
            case .malformedCursor: "cursor"
            case .malformedAnchor, .foreignAnchor, .anchorExpired: "anchor"
            default: nil
            }
        guard let parameter else { return APIError(status, error.code.rawValue, error.message, hint: error.hint) }
        return APIError(status, error.code.rawValue, error.message, key: "parameter", parameter, hint: error.hint)
    }

    /// By SQLSTATE; what the server says stays in the log.
    private static func error(for error: PostgresError) -> APIError {
        if error.isCancelled {
            return APIError(
                .gatewayTimeout, "timed_out", "the answer takes too long", hint: "ask for a shorter range")
        }
        if error.isTransient {
            return APIError(.serviceUnavailable, "conflict", "another request was in the way", hint: "try again")
        }
        if error.isConnectionLost || error.isOutOfResources {
            return APIError(
                .serviceUnavailable, "database_unavailable", "the database cannot be used now", hint: "try again later")
        }
        return APIError(.internalServerError, "internal_error", "the service failed", hint: "its log says more")
    }
}
