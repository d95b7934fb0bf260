import Foundation

/// The samples of a type that start in a unit, in short.
struct UnitDigest: Hashable, Sendable {
    var count: Int
    var digest: String

    init(count: Int, digest: String) {
        self.count = count
        self.digest = digest
    }

    init(_ uuids: [UUID]) {
        self.init(count: uuids.count, digest: SHA256.hexadecimal(of: uuids))
    }
}

/// What a phone and the service do not have in common of a unit.
struct UnitDifference: Sendable {
    /// What the phone is to send.
    var missing: [UUID]
    /// What the phone does not have.
    var unknown: [UUID]
    /// What the phone has and was deleted at the service.
    var deleted: [UUID]
}

/// `POST /v1/reconcile`, always in UTC.
extension HealthstoreClient {
    /// Most uuids of one question, of the phone's side or of the service's: the service takes no more.
    static let uuidsMax = 100_000
    /// Most units of one question for uuids: the service takes no more.
    static let unitsMax = 1_000

    /// What the service has of types, by type and unit.
    ///
    /// - Parameter scope: the unit inside which is asked; nil: all times.
    /// - Throws: `HealthstoreError`; `CancellationError`.
    func digests(
        _ types: [String], _ interval: CivilUnit.Interval, in scope: CivilUnit?
    ) async throws -> [String: [CivilUnit: UnitDigest]] {
        // The phone says nothing of its own: then everything that the service has differs, and comes.
        let question = DigestQuestion(
            interval: interval, types: types, from: scope?.text, to: scope.map { CivilUnit.text($0.endDay) })
        let answer: DigestAnswer = try await ask(question)
        var digests: [String: [CivilUnit: UnitDigest]] = [:]
        for difference in answer.differences {
            guard let unit = CivilUnit(interval, difference.date), let digest = difference.digest else {
                throw HealthstoreClient.notUnderstood
            }
            digests[difference.type, default: [:]][unit] = UnitDigest(count: difference.count, digest: digest)
        }
        return digests
    }

    /// Compares uuids, unit by unit, in the order of the question.
    func differences(
        _ units: [(type: String, unit: CivilUnit, uuids: [UUID])], _ interval: CivilUnit.Interval
    ) async throws -> [UnitDifference] {
        let question = UUIDQuestion(
            interval: interval,
            uuids: units.map { entry in
                UUIDQuestion.Entry(
                    type: entry.type, date: entry.unit.text, uuids: entry.uuids.map { $0.uuidString.lowercased() })
            })
        let answer: UUIDAnswer = try await ask(question)
        guard answer.uuids.count == units.count,
            zip(answer.uuids, units).allSatisfy({ $0.type == $1.type && $0.date == $1.unit.text })
        else { throw HealthstoreClient.notUnderstood }
        return answer.uuids.map { UnitDifference(missing: $0.missing, unknown: $0.unknown, deleted: $0.deleted) }
    }

    private func ask<Answer: Decodable>(_ question: some Encodable) async throws -> Answer {
        let answer = try await send("v1/reconcile", try JSONEncoder().encode(question))
        guard let decoded = try? JSONDecoder().decode(Answer.self, from: answer.body) else {
            throw HealthstoreClient.notUnderstood
        }
        return decoded
    }

    private static let notUnderstood = HealthstoreError(
        .notUnderstood, "the answer does not belong to the question", status: 200)
}

private struct DigestQuestion: Encodable {
    var timeZone = "UTC"
    var interval: CivilUnit.Interval
    var types: [String]
    var from: String?
    var to: String?
    var digests: [String] = []
}

private struct DigestAnswer: Decodable {
    struct Difference: Decodable {
        var type: String
        var date: String
        var count: Int
        var digest: String?
    }
    var differences: [Difference]
}

private struct UUIDQuestion: Encodable {
    struct Entry: Encodable {
        var type: String
        var date: String
        var uuids: [String]
    }
    var timeZone = "UTC"
    var interval: CivilUnit.Interval
    var uuids: [Entry]
}

private struct UUIDAnswer: Decodable {
    struct Entry: Decodable {
        var type: String
        var date: String
        var missing: [UUID]
        var unknown: [UUID]
        var deleted: [UUID]
    }
    var uuids: [Entry]
}
