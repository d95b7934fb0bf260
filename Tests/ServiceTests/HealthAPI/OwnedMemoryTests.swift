import Testing

@testable import HealthAPI

@Suite struct OwnedMemoryTests {
    @Test("the newest values of a half are remembered, and older ones are forgotten")
    func newest() {
        var memory = OwnedMemory<Int, Int>(perOwnerMax: 100, max: 100)
        for key in 0..<1_000 {
            memory.remember(-key, for: 1, key)
            #expect(memory.cost <= 200)
            for earlier in max(0, key - 99)...key { #expect(memory[1, earlier] == -earlier) }
        }
        #expect(memory[1, 799] == nil)
    }

    @Test("an owner with many values makes no other owner's values forgotten before the memory is full")
    func owners() {
        var memory = OwnedMemory<Int, Int>(perOwnerMax: 10, max: 100)
        memory.remember(7, for: 2, 0)
        for key in 0..<99 { memory.remember(key, for: 1, key) }
        #expect(memory[2, 0] == 7)
        #expect(memory.cost <= 21)
        #expect((90..<99).allSatisfy { memory[1, $0] == $0 })
    }

    @Test("a value that is remembered again replaces the earlier one and takes no further room")
    func again() {
        var memory = OwnedMemory<String, Int>(perOwnerMax: 2, max: 2)
        memory.remember(1, for: 1, "a")
        for value in 0..<10 { memory.remember(value, for: 1, "b") }
        #expect(memory[1, "a"] == 1)
        #expect(memory[1, "b"] == 9)
        #expect(memory.cost == 2)
    }

    @Test("costs count, not values; a value beyond an owner's limit is not remembered and replaces an earlier one")
    func costs() {
        var memory = OwnedMemory<Int, Int>(perOwnerMax: 100, max: 250)
        for key in 0..<200 {
            memory.remember(key, cost: key % 60, for: Int32(key % 7), key)
            #expect(memory[Int32(key % 7), key] == key)
            #expect(memory.cost <= 500)
        }
        memory.remember(1, cost: 101, for: 3, 199 - 199 % 7 + 3)
        #expect(memory[3, 199 - 199 % 7 + 3] == nil)
        memory.remember(1, cost: 100, for: 9, 0)
        memory.remember(2, cost: 101, for: 9, 0)
        #expect(memory[9, 0] == nil)
    }

    @Test("a value is forgotten when the memory ages twice, unless it is remembered again")
    func age() {
        var memory = OwnedMemory<Int, Int>(perOwnerMax: 10, max: 10)
        memory.remember(1, for: 1, 1)
        memory.remember(2, for: 1, 2)
        memory.age()
        memory.remember(1, for: 1, 1)
        memory.age()
        #expect(memory[1, 1] == 1 && memory[1, 2] == nil && !memory.isEmpty)
        memory.age()
        #expect(memory.isEmpty)
    }
}
