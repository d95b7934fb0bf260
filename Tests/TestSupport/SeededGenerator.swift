import Foundation

/// Random numbers that are determined by a seed: SplitMix64
/// (https://prng.di.unimi.it/splitmix64.c).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(_ seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns true with a probability of `percent` per cent.
    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    public mutating func uuid() -> UUID {
        func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
        return UUID(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
                byte(), byte(), byte()
            ))
    }
}
