import HealthDatabase
import Synchronization

/// Remembers what questions have found out about the types of people, so that most questions read
/// only stored figures. Forgets each type after one to two lifetimes, so erased people leave
/// nothing behind.
final class KnownTypes: TypeMemory {
    /// Most bytes of a person's types in each half of the memory. 1 MiB, which is 500 types of a
    /// person with ten sources.
    static let bytesPerPersonMax = 1 << 20
    /// Most bytes in each half of the memory. 8 MiB.
    static let bytesMax = 8 << 20

    private struct Memory {
        var types = OwnedMemory<Int32, KnownTypeState>(perOwnerMax: bytesPerPersonMax, max: bytesMax)
        var isAging = false
    }

    private let memory = Mutex(Memory())
    private let lifetime: Duration

    /// - Parameter lifetime: more than zero.
    init(lifetime: Duration = .seconds(60)) {
        self.lifetime = lifetime
    }

    func type(_ sampleTypeID: Int32, of person: Person) -> KnownTypeState? {
        memory.withLock { $0.types[person.id, sampleTypeID] }
    }

    func remember(_ type: KnownTypeState, _ sampleTypeID: Int32, of person: Person) {
        let mustAge = memory.withLock { memory in
            memory.types.remember(type, cost: type.byteCount, for: person.id, sampleTypeID)
            defer { memory.isAging = true }
            return !memory.isAging
        }
        if mustAge { Task { [self] in await age() } }
    }

    /// The bytes of all remembered types. Only tests read it.
    var bytes: Int { memory.withLock { $0.types.cost } }

    /// Ages the memory once in each lifetime, until it is empty.
    private func age() async {
        repeat {
            try? await Task.sleep(for: lifetime)
        } while memory.withLock { memory in
            memory.types.age()
            memory.isAging = !memory.types.isEmpty
            return memory.isAging
        }
    }
}
