import Foundation

/// Sound levels and their energies.
///
/// Levels average by energy, 10^(L/10), which overflows from 3,083 dB on. Energies are therefore
/// relative to the greatest level of a sum: it counts 1, every other level counts less, and every
/// finite level has a finite average.
enum SoundLevel {
    /// The energy of a level in decibels if the energy of `reference` is 1. Equal levels have the
    /// energy 1, also infinite ones.
    static func energy(of level: Double, relativeTo reference: Double) -> Double {
        level == reference ? 1 : pow(10, (level - reference) / 10)
    }

    /// The level of an energy; the inverse of `energy`.
    static func level(of energy: Double, relativeTo reference: Double) -> Double {
        reference + 10 * log10(energy)
    }
}
