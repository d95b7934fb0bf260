import Foundation
import HealthDatabase

/// The requests to webhooks that run, and the rules that decide which request may begin.
///
/// A receiver that does not answer keeps a slot for up to `WebhookRequest.seconds`. Three rules
/// keep slots free for the others:
/// - A holder gets at most `requestsOfHolderMax` slots.
/// - A holder gets its second slot and further ones only while half of all slots are free. So a few
///   holders cannot take the slot of a holder who has none.
/// - Webhooks whose last attempt failed get at most half of all slots, and half of their holder's
///   slots. So a receiver delays other holders only with its first attempt.
struct WebhookSlots: Sendable {
    /// The maximum number of requests at once.
    static let requestsMax = 64
    /// The maximum number of requests at once to webhooks of one holder.
    static let requestsOfHolderMax = 8

    private struct Request {
        var holderID: Int32
        var isFailing: Bool
    }

    private var running: [UUID: Request] = [:]

    var count: Int { running.count }

    /// Takes a slot for a webhook.
    ///
    /// - Returns: false if a request to the webhook runs, or if the rules leave no slot.
    mutating func begin(_ webhook: WebhookQueue.Waiting) -> Bool {
        guard running[webhook.webhookID] == nil else { return false }
        let request = Request(holderID: webhook.holderID, isFailing: webhook.isFailing)
        let all = Array(running.values)
        let ofHolder = all.filter { $0.holderID == request.holderID }
        guard ofHolder.isEmpty || all.count < WebhookSlots.requestsMax / 2,
            WebhookSlots.hasSlot(for: request, beside: all, max: WebhookSlots.requestsMax),
            WebhookSlots.hasSlot(for: request, beside: ofHolder, max: WebhookSlots.requestsOfHolderMax)
        else { return false }
        running[webhook.webhookID] = request
        return true
    }

    private static func hasSlot(for request: Request, beside running: [Request], max: Int) -> Bool {
        running.count < max && (!request.isFailing || running.count(where: \.isFailing) < max / 2)
    }

    /// Frees the slot of a webhook.
    mutating func end(_ webhookID: UUID) { running[webhookID] = nil }
}
