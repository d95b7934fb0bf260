import Glibc

/// Finds the index of a name among known names.
///
/// It is a hash table with open addressing, and a look-up creates no String.
struct Vocabulary {
    let words: [String]

    /// The bytes of all words.
    private let bytes: [UInt8]
    /// The start of each word in `bytes`, and the end of the last word.
    private let starts: [Int]

    /// The index of the word in each bucket, or -1 for a free bucket. At most a quarter of the
    /// buckets are used.
    private let buckets: [Int]

    /// If a word occurs twice, the vocabulary uses the index of its first occurrence.
    init(_ words: [String]) {
        var bytes: [UInt8] = []
        var starts = [0]
        var capacity = 16
        while capacity < words.count * 4 { capacity *= 2 }
        var buckets = [Int](repeating: -1, count: capacity)
        for (index, word) in words.enumerated() {
            let word = [UInt8](word.utf8)
            bytes += word
            starts.append(bytes.count)
            var bucket = word.withUnsafeBytes { Int(truncatingIfNeeded: Self.hash($0)) } & (capacity - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (capacity - 1) }
            buckets[bucket] = index
        }
        self.words = words
        self.bytes = bytes
        self.starts = starts
        self.buckets = buckets
    }

    /// Returns the index of a zero-terminated name, or -1 if the vocabulary does not contain it.
    func index(of name: UnsafePointer<CChar>) -> Int {
        let name = UnsafeRawBufferPointer(start: name, count: cStringLength(name))
        let mask = buckets.count - 1
        var bucket = Int(truncatingIfNeeded: Self.hash(name)) & mask
        while true {
            let index = buckets[bucket]
            if index < 0 || isWord(index, name) { return index }
            bucket = (bucket + 1) & mask
        }
    }

    private func isWord(_ index: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        let start = starts[index]
        guard starts[index + 1] - start == name.count else { return false }
        guard let other = name.baseAddress else { return true }
        return bytes.withUnsafeBytes { word in
            word.baseAddress.map { memcmp($0 + start, other, name.count) == 0 } ?? true
        }
    }

    /// Hashes eight bytes at once, because an element has about ten names to hash.
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

/// Returns the number of bytes before the zero byte.
func cStringLength(_ string: UnsafePointer<CChar>) -> Int { Int(strlen(string)) }
