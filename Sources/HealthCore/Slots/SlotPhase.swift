/// The times of day at which days begin somewhere on earth. They are called the phases of day
/// slots.
///
/// A day slot covers 24 hours of elapsed time that begin at a phase. A day of 24 hours is one day
/// slot if it begins at a phase. Any other day is made of hour slots and samples. This is slower,
/// but equally exact.
public enum SlotPhase {
    /// The phases in minutes after midnight UTC, ascending. They are all whole hours, and the UTC
    /// times of midnight in zones whose offset from UTC is not a whole hour. The list covers the
    /// zones of the IANA database since 2014, the year in which HealthKit appeared.
    public static let all: [Int16] = {
        let whole = (0..<24).map { Int16($0 * 60) }
        return (whole + odd).sorted()
    }()

    /// The offsets from UTC that are not whole hours, converted to the minutes after midnight UTC
    /// at which their midnights fall.
    private static let odd: [Int16] =
        [
            // Marquesas -9:30, Venezuela -4:30 (until 2016), Newfoundland -3:30 and -2:30
            -570, -270, -210, -150,
            // Iran +3:30 and +4:30 (Afghanistan), India +5:30, Nepal +5:45, Myanmar +6:30, North
            // Korea +8:30 (until 2018)
            210, 270, 330, 345, 390, 510,
            // Eucla +8:45, Central Australia +9:30 and +10:30 (Lord Howe), Norfolk +11:30 (until
            // 2015), Chatham +12:45 and +13:45
            525, 570, 630, 690, 765, 825,
        ].map { (offset: Int16) in (1_440 - offset) % 1_440 }

    private static let isPhase: [Bool] = {
        var isPhase = Array(repeating: false, count: 1_440)
        for phase in all { isPhase[Int(phase)] = true }
        return isPhase
    }()

    /// Returns the phase of the day slots that begin at `instant`; nil if no day slot begins then.
    public static func phase(of instant: Instant) -> Int16? {
        let minuteLength = 60 * Instant.microsecondsPerSecond
        let minute = floorDivide(instant.microseconds, minuteLength)
        guard minute * minuteLength == instant.microseconds else { return nil }
        let phase = Int(minute - floorDivide(minute, 1_440) * 1_440)
        return isPhase[phase] ? Int16(phase) : nil
    }
}
