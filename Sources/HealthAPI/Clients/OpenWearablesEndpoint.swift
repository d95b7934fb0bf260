import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `POST /api/v1/sdk/users/{user_id}/sync`: takes what the open-wearables SDK and HealthMes send.
    ///
    /// The SDK drops a chunk for ever at any 4xx but 401, and sends it again at 401 and 5xx. So a record that is wrong is
    /// told in the receipt and costs no other; and a `user_id` that is not the token's person is answered by 401: the chunk
    /// must neither be lost nor come to the wrong person.
    /// So are 429s: they become 503.
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
                .unauthorized, "wrong_person", "the token does not speak for the user in the path",
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
        let rejected = parsed.lists.map { (name: $0.name, records: rejectedRecords(of: $0)) }
        writer.object { writer in
            writer.member("status", "accepted")
            writer.member("durable", true)
            writer.member("raw_id", id)
            writer.member("sha256", hexadecimal(SHA256.hash(body)))
            writer.member("size_bytes", body.count)
            writer.member("parse_status", rejected.allSatisfy { $0.records.isEmpty } ? "parsed" : "partial")
            writer.member("forward_status", "forwarded")
            for (list, (_, refused)) in zip(parsed.lists, rejected) {
                writer.key(list.name + "_received")
                writer.value(list.count)
                guard list.name != "deletions" else { continue }
                writer.key(list.name + "_forwarded")
                writer.value(list.count - refused.count)
            }
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            writer.member("unknown_stages", parsed.unknownStages)
            writer.member("rejected", rejected.reduce(0) { $0 + $1.records.count })
            writer.key("reasons")
            writer.array { writer in
                let records = rejected.flatMap { name, records in records.map { (name, $0) } }
                for (name, record) in records.prefix(OpenWearablesResponse.rejectedMax) {
                    let field = record.refusal.field
                    writer.object { writer in
                        writer.member("path", "data.\(name)[\(record.index)]" + (field.isEmpty ? "" : "." + field))
                        writer.member("code", record.refusal.code.rawValue)
                        writer.member("message", record.refusal.message)
                    }
                }
            }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    private func rejectedRecords(of list: ParsedOpenWearables.List) -> [RejectedClientRecord] {
        list.rejected + receipt.refused.rejected(list.ordinals, list.indices)
    }
}
