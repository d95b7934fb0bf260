import HealthCore

public typealias ParameterFields<Parameters> = [String: WritableKeyPath<Parameters, String?> & Sendable]

/// The texts of the parameters of a question.
public protocol ParameterTexts {
    init()

    /// The fields by the names of the parameters.
    static var fields: ParameterFields<Self> { get }
}

extension ParameterTexts {
    /// - Parameter text: returns the text of the parameter with a name.
    public init(_ text: (String) -> String?) {
        self.init()
        for (name, field) in Self.fields { self[keyPath: field] = text(name) }
    }
}

extension StatisticsParameters: ParameterTexts {
    public static let fields: ParameterFields<Self> = [
        "type": \.type, "types": \.types, "timeZone": \.timeZone, "from": \.from, "to": \.to, "options": \.options,
        "unit": \.unit, "separateBySource": \.separateBySource, "strictStartDate": \.strictStartDate,
        "strictEndDate": \.strictEndDate, "interval": \.interval, "anchor": \.anchor,
        "firstWeekday": \.firstWeekday, "dayStart": \.dayStart, "fill": \.fill,
    ]
}

extension SummaryParameters: ParameterTexts {
    public static let fields: ParameterFields<Self> = [
        "from": \.from, "to": \.to, "timeZone": \.timeZone, "dayStart": \.dayStart, "types": \.types,
        "unit": \.unit,
    ]
}
