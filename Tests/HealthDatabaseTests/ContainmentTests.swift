import Foundation
import HealthCore
import HealthDatabase
import Testing

@Suite struct ContainmentTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a correlation with other contents is updated, and holds these and no others")
    func correlation() throws {
        let container = UUID()
        let inside = (0..<3).map { _ in UUID() }
        let (one, two, three) = (inside[0], inside[1], inside[2])
        try store.expectPosting(container, .correlation(), [one, two], gives: [.inserted, .inserted, .inserted])
        try store.expectPosting(
            container, .correlation(), [two, one], gives: [.unchanged, .unchanged, .unchanged])
        try store.expectPosting(container, .correlation(), [two, three], gives: [.updated, .unchanged, .inserted])
        #expect(try store.contained(in: container) == [two, three])
        try store.expectPosting(container, .correlation(), [three], gives: [.updated, .unchanged])
        #expect(try store.contained(in: container) == [three])
        try store.expectPosting(container, .correlation(), [], gives: [.updated])
        #expect(try store.contained(in: container) == [])
        #expect(try store.count("sample") == 4)
    }

    @Test("a workout that comes without its samples keeps them, and gains those that come later")
    func workout() throws {
        let (container, one, two) = (UUID(), UUID(), UUID())
        try store.expectPosting(container, .workout(), [one], gives: [.inserted, .inserted])
        try store.expectPosting(container, .workout(), [], gives: [.unchanged])
        try store.expectPosting(container, .workout(Workout(activityType: 1)), [], gives: [.updated])
        #expect(try store.contained(in: container) == [one])
        try store.expectPosting(container, .workout(Workout(activityType: 1)), [two], gives: [.updated, .inserted])
        #expect(try store.contained(in: container) == [one, two])
    }

    @Test("of a correlation repeated in a batch, the later one's contents hold")
    func repeatedContainer() throws {
        let (container, one, two) = (UUID(), UUID(), UUID())
        let receipt = try store.post { maker in
            let first = try maker.add(container, .correlation())
            try maker.add(one, .quantity(1), in: first)
            let second = try maker.add(container, .correlation())
            try maker.add(two, .quantity(1), in: second)
        }
        #expect(receipt.samples == [0: .inserted, 1: .inserted, 2: .updated, 3: .inserted])
        #expect(try store.contained(in: container) == [two])
    }
}

extension TestStore {
    /// Posts a container and its samples, and checks the outcomes.
    fileprivate func expectPosting(
        _ container: UUID, _ made: SampleMaker.Made, _ inside: [UUID], gives expected: [RecordOutcome],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let receipt = try post { maker in
            let ordinal = try maker.add(container, made)
            for uuid in inside { try maker.add(uuid, .quantity(1), in: ordinal) }
        }
        let outcomes = receipt.samples.sorted { $0.key < $1.key }.map(\.value)
        #expect(outcomes == expected, sourceLocation: sourceLocation)
    }
}
