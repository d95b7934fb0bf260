import Foundation

/// Converts between sound levels and energies.
///
/// The average of sound levels is the level of their mean energy, 10^(L/10). This power overflows
/// from 3,083 dB on. Energies are therefore relative to the greatest level of a sum, which has
/// energy 1. So the average of finite levels is finite.
enum SoundLevel {
    /// Returns the energy of a level in decibels, where the energy of `reference` is 1. If both
    /// levels are equal, returns 1, even if they are infinite.
    static func energy(of level: Double, relativeTo reference: Double) -> Double {
        level == reference ? 1 : pow(10, (level - reference) / 10)
    }

    /// Returns the level of an energy. This is the inverse of `energy`.
    static func level(of energy: Double, relativeTo reference: Double) -> Double {
        reference + 10 * log10(energy)
    }
}
