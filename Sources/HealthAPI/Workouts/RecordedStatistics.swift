import HealthCore

/// Figures of one quantity type that were sent with a workout. They come from an export's
/// `WorkoutStatistics` or HealthKit's `allStatistics`.
///
/// The phone computed them when it saved the workout. The samples of that time may give other
/// figures. https://developer.apple.com/documentation/healthkit/hkworkout/allstatistics
struct RecordedStatistics: Hashable, Sendable {
    /// The identifier of the quantity type as sent; nil if none was sent.
    var type: String?
    /// The unit of the figures as sent; nil if none was sent.
    var unit: String?
    var start: Instant?
    var end: Instant?
    /// Cumulative types only.
    var sum: Double?
    /// `average`, `minimum` and `maximum` are for discrete types only.
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    /// Fields without a property in this type and fields that cannot be read, as the text of one
    /// JSON value. Nil if there are none.
    var unread: [UInt8]?
}

/// The time that a workout spent in each zone of a quantity type: HealthKit's `HKWorkoutZoneGroup`.
///
/// https://developer.apple.com/documentation/healthkit/hkworkoutzonegroup
struct WorkoutZoneGroup: Hashable, Sendable {
    /// The identifier of the quantity type as sent, usually heart rate; nil if none was sent.
    var type: String?
    /// The author of the zones, as sent: `system`, `user` or `app`.
    var source: String?
    /// The unit of the zones' bounds as sent.
    var unit: String?
    /// From the lowest to the highest, as sent.
    var zones: [Zone] = []
    /// Unread fields, as in `RecordedStatistics.unread`.
    var unread: [UInt8]?

    struct Zone: Hashable, Sendable {
        /// Nil for the lowest zone, which has no lower bound.
        var minimum: Double?
        /// Nil for the highest zone, which has no upper bound.
        var maximum: Double?
        /// Seconds in the zone.
        var duration: Double?
        /// Unread fields, as in `RecordedStatistics.unread`.
        var unread: [UInt8]?
    }
}

extension RecordedStatistics {
    /// Returns the same figures in the unit in which the person reads the type.
    ///
    /// The figures stay as recorded if the type is not in the catalogue, if their unit is missing,
    /// or if the unit does not measure the type. The unit is then that of `Unit.name(ofSent:)`.
    func converted(to units: PreferredUnits) -> RecordedStatistics {
        var statistics = self
        guard let (unit, convert) = units.conversion(ofRecorded: type, unit: self.unit) else {
            statistics.unit = unit.map(Unit.name(ofSent:))
            return statistics
        }
        statistics.unit = unit.unitString
        statistics.sum = sum.map(convert.printed)
        statistics.average = average.map(convert.printed)
        statistics.minimum = minimum.map(convert.printed)
        statistics.maximum = maximum.map(convert.printed)
        return statistics
    }
}

extension WorkoutZoneGroup {
    /// Returns the same zones with bounds in the unit in which the person reads the type. The
    /// bounds stay as recorded in the cases of `RecordedStatistics.converted(to:)`.
    func converted(to units: PreferredUnits) -> WorkoutZoneGroup {
        var group = self
        guard let (unit, convert) = units.conversion(ofRecorded: type, unit: self.unit) else {
            group.unit = unit.map(Unit.name(ofSent:))
            return group
        }
        group.unit = unit.unitString
        for index in zones.indices {
            group.zones[index].minimum = zones[index].minimum.map(convert.printed)
            group.zones[index].maximum = zones[index].maximum.map(convert.printed)
        }
        return group
    }
}

extension PreferredUnits {
    fileprivate func conversion(ofRecorded type: String?, unit: String?) -> (Unit, UnitConversion)? {
        guard let type = type.flatMap(Catalogue.sampleType(named:)), let target = self[type],
            let recorded = unit.flatMap({ try? type.unit(named: $0) }),
            let conversion = try? recorded.conversion(to: target)
        else { return nil }
        return (target, conversion)
    }
}
