extension SampleRecord {
    /// What an app shows of a quantity or category sample. The other members keep everything that
    /// is sent.
    public enum Content: Hashable, Sendable {
        /// A number in a unit, as in `HKUnit.unitString`. Of a series, its summary.
        case quantity(Double, unit: String)
        /// The raw value of a category's constant, such as that of
        /// `HKCategoryValueSleepAnalysis.inBed`.
        case category(Int)
        /// The name of a category's constant. Records of `HealthKitStore` have raw values instead.
        case categoryName(String)
    }

    /// The quantity or the category of the sample. Nil for other kinds, such as workouts and
    /// correlations, and for a quantity whose unit this library does not know.
    public var content: Content? {
        switch (self.value, self.unit) {
        case (.number(let number), let unit?): .quantity(number, unit: unit)
        case (.number(let number), nil): isQuantity ? nil : Int(exactly: number).map(Content.category)
        case (.name(let name), nil): .categoryName(name)
        case (.name, _?), (nil, _): nil
        }
    }

    private var isQuantity: Bool { self.type.hasPrefix("HKQuantityTypeIdentifier") }
}
