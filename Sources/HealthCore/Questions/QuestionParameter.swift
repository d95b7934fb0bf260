/// A parameter of a question: its name, and what clients are told about it. The query string, the
/// command line and assistants have the same parameters.
public struct QuestionParameter: Sendable {
    /// The texts that a parameter may have.
    public enum Form: Hashable, Sendable {
        case text(pattern: String? = nil)
        case choice([String])
        case number(ClosedRange<Int>)
        /// `true` or `false`. The empty text means true.
        case flag
    }

    public let name: String
    public private(set) var form: Form
    /// In Markdown.
    public private(set) var meaning: String
    /// An example of its text. Empty if there is none.
    public private(set) var example: String
    /// Codes of refused texts, in addition to `malformed`.
    public private(set) var errors: [ParameterError.Code]
    public private(set) var isRequired = false
    /// True if example requests contain the parameter although it is optional.
    public private(set) var isInExamples = false

    init(
        _ name: String, form: Form = .text(), _ meaning: String, example: String,
        errors: [ParameterError.Code] = []
    ) {
        self.name = name
        self.form = form
        self.meaning = meaning
        self.example = example
        self.errors = errors
    }

    public var required: QuestionParameter {
        var parameter = self
        (parameter.isRequired, parameter.isInExamples) = (true, false)
        return parameter
    }

    public var inExamples: QuestionParameter {
        var parameter = optional
        parameter.isInExamples = true
        return parameter
    }

    var optional: QuestionParameter {
        var parameter = self
        (parameter.isRequired, parameter.isInExamples) = (false, false)
        return parameter
    }

    /// A limit from 1 to `max`.
    public func upTo(_ max: Int, default byDefault: Int, of items: String) -> QuestionParameter {
        var parameter = meaning(
            "The most \(items) of the answer; \(byDefault) by default.", example: "\(min(byDefault, 100))")
        parameter.form = .number(1...max)
        return parameter
    }

    /// The parameter as a question takes it.
    func meaning(
        _ meaning: String, example: String? = nil, errors: [ParameterError.Code] = []
    ) -> QuestionParameter {
        var parameter = self
        parameter.meaning = meaning
        parameter.example = example ?? parameter.example
        parameter.errors += errors
        return parameter
    }
}

/// Parameters of several questions. Those of one question are beside it.
extension QuestionParameter {
    public static let type = QuestionParameter(
        "type", form: .text(pattern: "^.+$"), "A sample type: HealthKit's identifier or its short name.",
        example: "stepCount", errors: [.unknownType])
    public static let quantityType = QuestionParameter(
        "type", form: .text(pattern: "^.+$"), "A quantity type: HealthKit's identifier or its short name.",
        example: "stepCount", errors: [.unknownType, .wrongKind])
    public static let types = QuestionParameter(
        "types", form: .text(pattern: "^.+$"),
        "At most \(StatisticsRequest.typesMax) quantity types, separated by commas.",
        example: "stepCount,heartRate",
        errors: [.missing, .unknownType, .wrongKind, .repeated, .outOfRange])
    public static let timeZone = QuestionParameter(
        "timeZone", "A name of the IANA time zone database, or `person` for the zones in which the person was.",
        example: "Europe/Berlin", errors: [.unknownTimeZone, .noTimeZoneHistory])
    public static let from = QuestionParameter(
        "from",
        "The start of the range: a date, or a time (RFC 3339, or without an offset on the clock of `timeZone`).",
        example: "2024-05-01", errors: [.emptyRange, .rangeTooLong, .outOfRange])
    public static let to = QuestionParameter(
        "to", "The end of the range, which is not part of it; as `from`.", example: "2024-05-03",
        errors: [.emptyRange, .rangeTooLong, .outOfRange])
    public static let dates = QuestionParameter(
        "dates",
        "At most \(QuestionDates.countMax) days on the clock of `timeZone`, separated by commas, instead of `from` and `to`.",
        example: "2024-05-01,2024-05-03", errors: [.outOfRange])
    public static let firstDate = from.meaning("The first day.")
    public static let endDate = to.meaning("The day after the last one.")
    public static let strictStartDate = QuestionParameter(
        "strictStartDate", form: .flag, "Whether samples that start before `from` are left out.", example: "false")
    public static let strictEndDate = QuestionParameter(
        "strictEndDate", form: .flag, "Whether samples that end after `to` are left out.", example: "false")
    public static let firstWeekday = QuestionParameter(
        "firstWeekday", form: .number(1...7), "The first day of weeks, 1 (Monday) to 7 (Sunday).", example: "1",
        errors: [.incompatibleOption, .outOfRange, .repeated])
    public static let dayStart = QuestionParameter(
        "dayStart", form: .text(pattern: "^[0-2][0-9]:[0-5][0-9]$"), "The time at which days begin, as `HH:MM`.",
        example: "00:00", errors: [.outOfRange])
    public static let unit = QuestionParameter(
        "unit",
        "One unit of the answer (`mi`), or units of several types (`heartRate:count/min,bodyMass:lb`); else the person's unit. "
            + "`fraction` and `%` are HealthKit's `%`, in which 1 is the whole.",
        example: "stepCount:count",
        errors: [.unknownUnit, .incompatibleUnit, .unknownType, .wrongKind, .repeated, .outOfRange])
    public static let order = QuestionParameter(
        "order", form: .choice(["ascending", "descending"]), "The order of the answer, by start.", example: "ascending")

    public static let limit = QuestionParameter(
        "limit", form: .number(1...Int.max), "The most entries of the answer.", example: "100", errors: [.outOfRange])
    public static let fill = QuestionParameter(
        "fill", form: .choice(["null", "omit"]),
        "What becomes of a bucket or night without samples: its figures are null, or it is left out.", example: "omit")
}
