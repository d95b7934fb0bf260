import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `POST /api/v1/sdk/users/{user_id}/sync`: takes what the open-wearables SDK and HealthMes send.
    ///
    /// The SDK sends a chunk again after 401 and 5xx. After 202 or any other 4xx it never does. Therefore:
    ///
    /// - A wrong record leaves the others as they are. The receipt lists it, and it is kept as an object where it has a start.
    /// - A `user_id` that is not the token's person is 401: the chunk is neither lost nor stored for the wrong person.
    /// - 503 stands for 429.
    @Sendable func postOpenWearables(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await takeOpenWearables(request)
        } catch {
            var known = ErrorTable.error(for: error)
            guard known.status == .tooManyRequests else { throw error }
            known.status = .serviceUnavailable
            throw known
        }
    }

    private func takeOpenWearables(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try clientToken(of: request)
        let person = try await person(of: token)
        let user = request.pathParameters["user_id"] ?? ""
        guard user == person.name || UUID(text: user) == person.uuid else {
            throw APIError(
                .wrongPerson, "the token does not speak for the user in the path",
                hint: "the path names the token's person, by uuid or name")
        }
        let body = try await request.decodedBody()
        let parsed = try OpenWearablesParser.parse(body, personUUID: person.uuid)
        let receipt = try await pool.withSession(for: person) { session in
            try ClientWriter(person: person, session: session).add(parsed.batch)
        }
        let response = OpenWearablesResponse(id: request.id, body: body, parsed: parsed, receipt: receipt)
        return HTTPResponse(json: response.json, status: .accepted)
    }
}

/// The receipt of a request of the open-wearables SDK, as JSON. It has the members that HealthMes reads, too.
struct OpenWearablesResponse {
    /// Of the request.
    let id: String
    let body: [UInt8]
    let parsed: ParsedOpenWearables
    let receipt: BatchReceipt

    /// Most refusals that are told one by one; all are counted.
    static let rejectedMax = 100

    var json: JSONWriter {
        var writer = JSONWriter()
        var counts: [RecordOutcome: Int] = [:]
        for outcome in receipt.deletions { counts[outcome, default: 0] += 1 }
        for outcome in receipt.samples.values { counts[outcome, default: 0] += 1 }
        let told = parsed.lists.map { (name: $0.name, records: toldRecords(of: $0)) }
        let lost = told.map { $0.records.count { !$0.isKept } }
        writer.object { writer in
            writer.member("status", "accepted")
            writer.member("durable", true)
            writer.member("raw_id", id)
            writer.member("sha256", hexadecimal(SHA256.hash(body)))
            writer.member("size_bytes", body.count)
            writer.member("parse_status", told.allSatisfy { $0.records.isEmpty } ? "parsed" : "partial")
            writer.member("forward_status", "forwarded")
            for (list, lost) in zip(parsed.lists, lost) {
                writer.key(list.name + "_received")
                writer.value(list.count)
                guard list.name != "deletions" else { continue }
                writer.key(list.name + "_forwarded")
                writer.value(list.count - lost)
            }
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            writer.member("unknown_stages", parsed.unknownStages)
            writer.member("rejected", lost.reduce(0, +))
            writer.member("keptAsObjects", told.reduce(0) { $0 + $1.records.count { $0.isKept } })
            writer.key("reasons")
            writer.array { writer in
                // First what is lost.
                let all = told.flatMap { name, records in records.map { (name: name, record: $0) } }
                let records = all.filter { !$0.record.isKept } + all.filter { $0.record.isKept }
                for (name, record) in records.prefix(OpenWearablesResponse.rejectedMax) {
                    let field = record.refusal.field
                    writer.object { writer in
                        writer.member("path", "data.\(name)[\(record.index)]" + (field.isEmpty ? "" : "." + field))
                        writer.member("code", record.refusal.code.rawValue)
                        writer.member("message", record.refusal.message)
                        writer.member("kept", record.isKept)
                    }
                }
            }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    /// The records that were not stored as what they say they are. One that the store refused is not kept either.
    private func toldRecords(of list: ParsedOpenWearables.List) -> [RejectedClientRecord] {
        let refused = receipt.refused.rejected(list.ordinals, list.indices)
        guard !refused.isEmpty else { return list.rejected }
        let lost = Set(refused.map(\.index))
        return list.rejected.filter { !lost.contains($0.index) } + refused
    }
}
