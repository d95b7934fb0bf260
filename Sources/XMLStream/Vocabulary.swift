import Glibc

/// Finds the place of a name among those the consumer knows: a hash table with open addressing, so that a look-up
/// makes no String.
struct Vocabulary {
    let words: [String]

    /// The bytes of all words, and where each begins; one more entry for the end of the last.
    private let bytes: [UInt8]
    private let starts: [Int]

    /// Places of words, -1 for a free slot. At most a quarter is taken.
    private let slots: [Int]

    /// If a word is there twice, the first place counts.
    init(_ words: [String]) {
        var bytes: [UInt8] = []
        var starts = [0]
        var capacity = 16
        while capacity < words.count * 4 { capacity *= 2 }
        var slots = [Int](repeating: -1, count: capacity)
        for (place, word) in words.enumerated() {
            let word = [UInt8](word.utf8)
            bytes += word
            starts.append(bytes.count)
            var slot = word.withUnsafeBytes { Int(truncatingIfNeeded: Self.hash($0)) } & (capacity - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = place
        }
        self.words = words
        self.bytes = bytes
        self.starts = starts
        self.slots = slots
    }

    /// The place of a name that ends with a zero byte; -1 if it is not in the vocabulary.
    func place(of name: UnsafePointer<CChar>) -> Int {
        let name = UnsafeRawBufferPointer(start: name, count: cStringLength(name))
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(name)) & mask
        while true {
            let place = slots[slot]
            if place < 0 || isWord(place, name) { return place }
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
    private static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
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
