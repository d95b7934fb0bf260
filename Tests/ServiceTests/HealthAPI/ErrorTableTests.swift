import HTTPServer
import HealthCore
import HealthDatabase
import Postgres
import Testing

@testable import HealthAPI

@Suite struct ErrorTableTests {
    @Test("every error becomes an answer whose status fits its code, and none shows what the database said")
    func errors() {
        let secret = "duplicate key value 7654321"
        let cases: [(any Error, Int, String)] = [
            (PostgresError(sqlState: "23505", message: secret), 500, "internal_error"),
            (PostgresError(sqlState: "57014", message: secret), 504, "timed_out"),
            (PostgresError(sqlState: "54001", message: secret), 500, "internal_error"),
            (PostgresError(sqlState: "08007", message: secret), 503, "commit_unknown"),
            (PostgresError(sqlState: "XX000", message: secret), 500, "internal_error"),
            (
                PostgresError(sqlState: "XX000", message: "failure on connection marked as essential: 127.0.0.1:6502"),
                503, "database_unavailable"
            ),
            (
                PostgresError(sqlState: "XX000", message: "server closed the connection unexpectedly\n\tThis"), 503,
                "database_unavailable"
            ),
            (PostgresError(sqlState: "40P01", message: secret), 503, "conflict"),
            (PostgresError(sqlState: "XX000", message: "could not find valid entry for shard 103035"), 503, "conflict"),
            (Pool.Failure.overloaded, 503, "overloaded"), (Pool.Failure.closed, 503, "stopping"),
            (HealthDatabaseError(.malformedCursor, "m"), 400, "malformed_cursor"),
            (HealthDatabaseError(.databaseTooOld, "m"), 503, "database_too_old"),
            (ParameterError(.unknownType, "type", "m"), 400, "unknown_type"), (CancellationError(), 503, "stopping"),
        ]
        // Classes that mean that the database cannot be used now.
        let unavailable: [(any Error, Int, String)] = [
            "08006", "08P01", "53100", "53200", "53300", "53400", "57000", "57P01", "57P04", "57P05", "58000", "58030",
            "58P01",
        ].map { (PostgresError(sqlState: $0, message: secret), 503, "database_unavailable") }
        for (error, status, code) in cases + unavailable {
            let answer = ErrorTable.error(for: error)
            #expect(answer.status.rawValue == status && answer.code.rawValue == code, "\(code)")
            #expect(!String(decoding: answer.response.body, as: UTF8.self).contains("7654321"))
        }
        #expect([3_599, 3_601].map { Readiness.problem(archiveFailingSeconds: $0)?.code } == [nil, .archiveFailing])
        #expect(ErrorTable.error(for: HTTPFailure.contentTooLarge(bytesMax: 5)).status == .contentTooLarge)
        #expect(APIError(.invalidToken, "m").response.headers["WWW-Authenticate"] == "Bearer")
    }

    @Test("a refused body is answered with its field and hint; only limits have status 413")
    func refusals() {
        let cases: [(Refusal, Int, String)] = [
            (
                Refusal(.tooManyRecords, field: "", "m", hint: "h"), 413,
                #"{"code":"too_many_records","message":"m","details":null,"hint":"h"}"#
            ),
            (
                Refusal(.tooManyQuantities, field: "", "m"), 413,
                #"{"code":"too_many_quantities","message":"m","details":null,"hint":null}"#
            ),
            (
                Refusal(.malformedBatch, field: "", "m"), 400,
                #"{"code":"malformed_batch","message":"m","details":null,"hint":null}"#
            ),
            (
                Refusal(.malformedBatch, field: "data", "m"), 400,
                #"{"code":"malformed_batch","message":"m","details":{"field":"data"},"hint":null}"#
            ),
            (
                Refusal(.unknownField, field: "", "m", hint: "h"), 400,
                #"{"code":"unknown_field","message":"m","details":{"field":""},"hint":"h"}"#
            ),
        ]
        for (refusal, status, json) in cases {
            let answer = ErrorTable.error(for: refusal)
            #expect(answer.status.rawValue == status)
            #expect(String(decoding: answer.json.bytes, as: UTF8.self) == json)
        }
    }
}
