import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport

/// A served store with two people, and the credentials that tests need.
struct TwoPeople {
    let store: ServedStore
    let session: Session
    let ada: Person
    let ben: Person

    static func with<Value>(
        _ arguments: [String] = [], _ body: (TwoPeople) async throws -> Value
    ) async throws -> Value {
        try await ServedStore.with(arguments) { try await body(TwoPeople($0)) }
    }

    /// Uses a store of its own, as `ServedStore.own` does.
    static func own<Value>(
        _ arguments: [String] = [], _ body: (TwoPeople) async throws -> Value
    ) async throws -> Value {
        try await ServedStore.own(arguments) { try await body(TwoPeople($0)) }
    }

    private init(_ store: ServedStore) throws {
        self.store = store
        session = try Session(conninfo: store.conninfo)
        ada = try PersonStore.create(name: "Ada", session)
        ben = try PersonStore.create(name: "Ben", session)
    }

    /// A token about Ada.
    func token(_ terms: AccessTerms = .everything, of holder: String? = nil) throws -> BearerToken {
        try TokenStore.create(
            for: ada, name: "test", holder: try holder.map { try HolderStore.find(name: $0, session) }, terms: terms,
            session)
    }

    /// Shares Ada's samples.
    @discardableResult
    func share(_ terms: AccessTerms, with holder: String = "Ben") throws -> AccessGrant {
        try GrantStore.add(terms, about: ada, to: try HolderStore.find(name: holder, session), session)
    }

    func login(_ person: Person) throws -> BearerToken {
        try TokenStore.createLogin(for: person, now: Instant.present, session)
    }

    /// The token of a new session.
    func openSession(of person: Person) throws -> BearerToken {
        guard let opened = try PageSessionStore.open(login: try login(person), name: "test", session).opened else {
            throw HealthDatabaseError(.unknownToken, "the login link was not taken")
        }
        return opened
    }

    /// A part of the world that only sends requests, so that other tasks can use it.
    var detached: AccessClient { AccessClient(service: store.service) }

    func send(
        _ method: String, _ path: String, _ query: [(String, String)] = [], body: String? = nil,
        headers: [String] = []
    ) async throws -> RunningService.Answer {
        try await detached.send(method, path, query, body: body, headers: headers)
    }

    func browse(
        _ method: String, _ path: String, _ query: [(String, String)] = [], session: BearerToken,
        body: String? = nil
    ) async throws -> RunningService.Answer {
        try await detached.browse(method, path, query, session: session, body: body)
    }
}

/// Sends requests without a bearer token.
struct AccessClient: Sendable {
    let service: RunningService

    func send(
        _ method: String, _ path: String, _ query: [(String, String)] = [], body: String? = nil,
        headers: [String] = []
    ) async throws -> RunningService.Answer {
        try await service.send(method, path, query: query, body: body, headers: headers)
    }

    /// Sends a request as a page of the service does.
    func browse(
        _ method: String, _ path: String, _ query: [(String, String)] = [], session: BearerToken,
        body: String? = nil
    ) async throws -> RunningService.Answer {
        try await send(
            method, path, query, body: body,
            headers: ["Cookie: healthstore=\(session.text)", "Sec-Fetch-Site: same-origin"])
    }
}

extension Instant {
    static var present: Instant { Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) }

    func adding(days: Int64) -> Instant {
        Instant(microseconds: microseconds + days * 86_400 * Instant.microsecondsPerSecond)
    }
}

extension RunningService.Answer {
    /// The field of the body that an error names.
    var field: String? { detail("field") }

    /// The parameter that an error names.
    var parameter: String? { detail("parameter") }

    private func detail(_ name: String) -> String? { ((try? object)?["details"] as? [String: Any])?[name] as? String }
}
