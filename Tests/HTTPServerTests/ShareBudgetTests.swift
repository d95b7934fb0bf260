import Testing

@testable import HTTPServer

@Suite struct ShareBudgetTests {
    @Test("what was reserved before its owner is known counts beside what the owner already holds")
    func assignment() {
        let budget = ShareBudget(max: 100, perOwnerMax: 5)
        let reservations = (0..<3).map { _ in Reservation(budget) }
        for (reservation, amount) in zip(reservations, [3, 2, 1]) { #expect(reservation.hold(amount) == nil) }
        #expect(reservations[0].assign(to: 1) == nil && reservations[1].assign(to: 1) == nil)
        #expect(reservations[2].assign(to: 1) == .ownerOverloaded)
        #expect(reservations[2].assign(to: 2) == nil)
        for reservation in reservations { reservation.release() }
        #expect(budget.held == 0 && budget.ownerCount == 0)
    }
}
