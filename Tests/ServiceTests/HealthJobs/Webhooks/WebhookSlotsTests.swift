import Foundation
import Testing

@testable import HealthDatabase
@testable import HealthJobs

@Suite struct WebhookSlotsTests {
    private static let half = WebhookSlots.requestsMax / 2
    private static let halfOfHolder = WebhookSlots.requestsOfHolderMax / 2

    private static func webhook(holder: Int, isFailing: Bool = false) -> WebhookQueue.Waiting {
        WebhookQueue.Waiting(
            personID: 1, webhookID: UUID(), holderID: Int32(holder), isFailing: isFailing, seconds: 0)
    }

    /// Asks for a slot for each webhook, and returns those that got one.
    private static func begin(
        _ webhooks: [WebhookQueue.Waiting], _ slots: inout WebhookSlots
    ) -> [WebhookQueue.Waiting] {
        webhooks.filter { slots.begin($0) }
    }

    @Test("webhooks whose last attempt failed take half of the slots, and leave the others to first attempts")
    func failing() {
        var slots = WebhookSlots()
        let begun = Self.begin((0..<200).map { Self.webhook(holder: $0, isFailing: true) }, &slots)
        #expect(begun.count == Self.half && slots.count == Self.half)
        let first = Self.begin((1_000..<1_200).map { Self.webhook(holder: $0) }, &slots)
        #expect(first.count == WebhookSlots.requestsMax - Self.half)
        // First attempts may take all slots, and then a failing webhook waits.
        var healthy = WebhookSlots()
        let all = Self.begin((0..<200).map { Self.webhook(holder: $0) }, &healthy)
        #expect(all.count == WebhookSlots.requestsMax)
        let failing = Self.webhook(holder: 300, isFailing: true)
        #expect(Self.begin([failing], &healthy).isEmpty)
        healthy.end(all[0].webhookID)
        #expect(Self.begin([failing], &healthy).count == 1)
    }

    @Test("one holder takes a part of the slots, of which failing webhooks take half")
    func holder() {
        var slots = WebhookSlots()
        let failing = Self.begin((0..<50).map { _ in Self.webhook(holder: 1, isFailing: true) }, &slots)
        #expect(failing.count == Self.halfOfHolder)
        let first = Self.begin((0..<50).map { _ in Self.webhook(holder: 1) }, &slots)
        #expect(first.count == WebhookSlots.requestsOfHolderMax - Self.halfOfHolder)
        let others = [Self.webhook(holder: 2), Self.webhook(holder: 2, isFailing: true)]
        #expect(Self.begin(others, &slots).count == 2)
        // Ten holders whose receivers do not answer leave slots for others.
        _ = Self.begin((0..<200).map { Self.webhook(holder: $0 / 20 + 10) }, &slots)
        #expect(Self.begin([Self.webhook(holder: 3)], &slots).count == 1)
    }

    @Test("a webhook has one request at a time, and its end frees the slot")
    func once() {
        var slots = WebhookSlots()
        let webhook = Self.webhook(holder: 1)
        #expect(Self.begin([webhook, webhook], &slots).count == 1 && slots.count == 1)
        slots.end(webhook.webhookID)
        #expect(slots.count == 0 && Self.begin([webhook], &slots).count == 1)
    }
}
