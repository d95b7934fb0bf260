/// The parameters of a question as text, from a query string or a command line. The initialisers of
/// questions say which of them are required. The others may be nil.
public struct QuestionParameters: Sendable, ExpressibleByDictionaryLiteral {
    /// By name.
    private var texts: [String: String]

    /// - Parameter texts: the texts by the names of the parameters.
    public init(_ texts: [String: String]) { self.texts = texts }

    public init(dictionaryLiteral texts: (QuestionParameter, String)...) {
        self.init(Dictionary(texts.map { ($0.0.name, $0.1) }) { $1 })
    }

    public subscript(_ parameter: QuestionParameter) -> String? {
        get { texts[parameter.name] }
        set { texts[parameter.name] = newValue }
    }

    /// - Throws: `ParameterError`, like the other functions, which are those of `ParameterText`.
    func required(_ parameter: QuestionParameter) throws(ParameterError) -> String {
        try ParameterText.required(self[parameter], parameter.name)
    }

    func flag(_ parameter: QuestionParameter) throws(ParameterError) -> Bool {
        try ParameterText.flag(self[parameter], parameter.name)
    }

    /// A number in the range of the parameter's form.
    func integer(_ parameter: QuestionParameter) throws(ParameterError) -> Int? {
        guard case .number(let range) = parameter.form else { return nil }
        return try ParameterText.integer(self[parameter], parameter.name, in: range)
    }

    func timeOfDay(_ parameter: QuestionParameter) throws(ParameterError) -> Int64? {
        try ParameterText.timeOfDay(self[parameter], parameter.name)
    }

    /// True if `fill` is `omit`.
    var omitsEmpty: Bool {
        get throws(ParameterError) { try ParameterText.omission(self[.fill], "fill") }
    }
}
