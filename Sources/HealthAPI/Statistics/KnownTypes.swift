import HealthDatabase
import Synchronization

/// Remembers what questions have found out about the types of people, so that most questions read
/// only slots. The memory ends with the program.
final class KnownTypes: TypeMemory {
    /// Most bytes of a person's types in each half of the memory. 1 MiB, which is 500 types of a
    /// person with ten sources.
    static let bytesPerPersonMax = 1 << 20
    /// Most bytes in each half of the memory. 8 MiB.
    static let bytesMax = 8 << 20

    private let memory = Mutex(OwnedMemory<Int32, KnownTypeState>(perOwnerMax: bytesPerPersonMax, max: bytesMax))

    func type(_ sampleTypeID: Int32, of person: Person) -> KnownTypeState? {
        memory.withLock { $0[person.id, sampleTypeID] }
    }

    func remember(_ type: KnownTypeState, _ sampleTypeID: Int32, of person: Person) {
        memory.withLock { $0.remember(type, cost: type.byteCount, for: person.id, sampleTypeID) }
    }
}
