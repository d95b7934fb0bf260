/// HealthKit's `%`, whose values go from 0 to 1. Answers for programs call it `fraction`, and
/// people read 26.2 %, because 0.26 % would be misread.
extension Unit {
    private static let fraction = "fraction"

    /// True for HealthKit's `%`.
    public var isFraction: Bool { unitString == Unit.fraction }

    /// Returns the name of a unit that was sent, for answers that do not convert values: `fraction`
    /// for HealthKit's `%`, and any other text as sent. In SQL it is `health_code.unit_name`.
    public static func name(ofSent unit: String) -> String { unit == "%" ? fraction : unit }

    /// How people read values in this unit: a fraction of 0.262 as 26.2 %, and any other unit
    /// unchanged. Tables of the command line and answers of assistants use it.
    public var presentation: (label: String, conversion: UnitConversion) {
        isFraction ? ("%", .percent) : (unitString, .identity)
    }
}
