import Glibc

/// Finds the place of a name among those the consumer knows: a hash table that is never written after it is made,
/// with open addressing, so that a look-up makes no String.
final class Vocabulary {
    let words: [String]

    /// The bytes of all words, and where each begins; one more entry for the end of the last.
    private var bytes: [UInt8] = []
    private var starts: [Int] = []

    /// Places of words, -1 for a free slot. At most a quarter is taken.
    private var slots: [Int]
    private let mask: Int

    /// If a word is there twice, the first place counts.
    init(_ words: [String]) {
        self.words = words
        var capacity = 16
        while capacity < words.count * 4 { capacity *= 2 }
        slots = [Int](repeating: -1, count: capacity)
        mask = capacity - 1
        for word in words {
            starts.append(bytes.count)
            bytes.append(contentsOf: word.utf8)
        }
        starts.append(bytes.count)
        for place in words.indices {
            let (slot, found) = bytes.withUnsafeBytes {
                find(UnsafeRawBufferPointer(rebasing: $0[starts[place]..<starts[place + 1]]))
            }
            if found < 0 { slots[slot] = place }
        }
    }

    /// The place of a name that ends with a zero byte; -1 if it is not in the vocabulary.
    func place(of name: UnsafePointer<CChar>) -> Int {
        find(UnsafeRawBufferPointer(start: name, count: cStringLength(name))).place
    }

    /// The slot where the search ended, and the word there; -1 if the slot is free.
    private func find(_ name: UnsafeRawBufferPointer) -> (slot: Int, place: Int) {
        var slot = Int(truncatingIfNeeded: hash(name)) & mask
        while true {
            let place = slots[slot]
            if place < 0 || isWord(place, name) { return (slot, place) }
            slot = (slot + 1) & mask
        }
    }

    private func isWord(_ place: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        let start = starts[place]
        guard starts[place + 1] - start == name.count else { return false }
        guard let other = name.baseAddress else { return true }
        return bytes.withUnsafeBytes { word in
            word.baseAddress.map { memcmp($0 + start, other, name.count) == 0 } ?? true
        }
    }

    /// Eight bytes a step: names are hashed some ten times an element.
    private func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: name.count)
        var offset = 0
        while offset + 8 <= name.count {
            hash = (hash ^ name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            offset += 8
        }
        while offset < name.count {
            hash = (hash ^ UInt64(name[offset])) &* 0x0000_0100_0000_01B3
            offset += 1
        }
        return hash ^ (hash >> 29)
    }
}

/// The bytes before the zero byte.
func cStringLength(_ string: UnsafePointer<CChar>) -> Int { Int(strlen(string)) }
