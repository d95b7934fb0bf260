import Foundation

/// A night of the person. The article Sleep of the service explains how nights are made.
public struct SleepNight: Decodable, Hashable, Sendable {
    /// The date of the night, such as `2026-02-28`. By default it is the day of waking.
    public var date: String
    /// The window of the night, 24 hours from the evening, and not the time of sleep.
    public var startDate: Date
    public var endDate: Date
    /// True if the window has not ended yet.
    public var partial: Bool
    /// The seconds asleep in the window, naps included. Nil if they are unknown.
    public var asleep: Double?
    /// True if an app sent the lengths of the night and no samples.
    public var aggregate: Bool
    /// The longest session; nil without sleep.
    public var main: Session?
    public var naps: [Session]

    /// A time of sleep without a long gap.
    public struct Session: Decodable, Hashable, Sendable {
        public var startDate: Date
        public var endDate: Date
        /// The seconds asleep; nil if they are unknown.
        public var asleep: Double?
        /// The seconds of each stage. A stage is nil if its length is unknown.
        public var stages: Stages
        /// The seconds in bed; nil if no source recorded them.
        public var inBed: Double?
        /// `asleep` as a part of `inBed`, 0 to 1; nil if one of them is unknown.
        public var efficiency: Double?
        /// The ids of the sources that counted.
        public var sources: [Int]
        /// The stages in order of time, if the question asks for them.
        public var segments: [Segment]?
    }

    public struct Stages: Decodable, Hashable, Sendable {
        /// Sleep whose stage the source did not record.
        public var unspecified: Double?
        public var core: Double?
        public var deep: Double?
        public var rem: Double?
        public var awake: Double?
    }

    public struct Segment: Decodable, Hashable, Sendable {
        public var startDate: Date
        public var endDate: Date
        /// `unspecified`, `core`, `deep`, `rem` or `awake`.
        public var stage: String
        /// The id of the source.
        public var source: Int
    }
}
