import Foundation
import HTTPClient
import HealthCore
import HealthDatabase
import JSON

/// The request that delivers an event, as [Standard Webhooks](https://www.standardwebhooks.com)
/// defines it.
struct WebhookRequest: Sendable {
    var claim: WebhookQueue.Claim
    var event: WebhookQueue.Event

    /// The longest time of a request, in seconds.
    static let seconds = 20
    /// The maximum length of an answer in bytes. The answer is not read otherwise.
    static let answerBytesMax = 65_536

    /// Makes the event of changes.
    ///
    /// - Parameter now: the time of the event, which all attempts have.
    static func event(of changes: WebhookChanges, about person: Person, now: Instant) -> WebhookQueue.Event {
        let body = JSONWriter.object { writer in
            writer.member("type", "samples.changed")
            writer.member("timestamp", now.rfc3339)
            writer.key("data")
            writer.object { writer in
                writer.member("person", person.uuid.uuidString.lowercased())
                writer.key("types")
                guard let types = changes.types else { return writer.null() }
                writer.array { writer in for type in types { append(type, to: &writer) } }
            }
        }
        return WebhookQueue.Event(
            id: UUID(), end: changes.end, types: changes.types?.map(\.type) ?? [],
            body: String(decoding: body, as: UTF8.self))
    }

    private static func append(_ type: WebhookChanges.ChangedType, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", type.type)
            writer.member("from", type.days?.first.iso8601)
            writer.member("to", type.days?.last.iso8601)
            writer.key("days")
            guard let days = type.days?.all else { return writer.null() }
            writer.array { writer in for day in days { writer.value(day.iso8601) } }
        }
    }

    /// Sends the request and waits for the answer. It blocks its thread.
    ///
    /// - Returns: the outcome, and the status of the answer; nil if there was none.
    func send(
        by client: HTTPClient, isCancelled: @escaping @Sendable () -> Bool
    ) -> (outcome: WebhookQueue.Outcome, status: Int?) {
        let id = "msg_" + event.id.uuidString.lowercased()
        let timestamp = Int64(Date().timeIntervalSince1970)
        do {
            let signatures = try claim.secrets.map {
                try $0.signature(id: id, timestamp: timestamp, body: event.body)
            }
            let headers = [
                "Content-Type: application/json", "User-Agent: healthstore", "webhook-id: \(id)",
                "webhook-timestamp: \(timestamp)", "webhook-signature: \(signatures.joined(separator: " "))",
                // The body is short, so it is sent without waiting for the status 100.
                "Expect:",
            ]
            let answer = try client.send(
                claim.url, headers: headers, body: Array(event.body.utf8), isCancelled: isCancelled)
            return (WebhookRequest.outcome(of: answer), answer.status)
        } catch let error as HTTPClientError {
            let failed = WebhookQueue.Outcome.failed(reason: error.code.rawValue, retryAfterSeconds: nil)
            return (error.code == .cancelled ? .interrupted : failed, nil)
        } catch {
            return (.failed(reason: "not_signed", retryAfterSeconds: nil), nil)
        }
    }

    private static func outcome(of answer: HTTPClient.Response) -> WebhookQueue.Outcome {
        switch answer.status {
        case 200..<300: return .delivered
        case 410: return .refused(reason: "status_410")
        default:
            let mayAsk = [429, 503].contains(answer.status)
            return .failed(
                reason: "status_\(answer.status)", retryAfterSeconds: mayAsk ? answer.retryAfterSeconds : nil)
        }
    }
}
