/// The content of an `HKGAD7Assessment` or `HKPHQ9Assessment`. Constants are HealthKit's raw
/// values.
public struct ScoredAssessment: Codable, Hashable, Sendable {
    /// The answers in the order of the questions, from 0, not at all, to 3, nearly every day. 4 is
    /// an answer that the person preferred not to give. GAD-7 has 7 answers and PHQ-9 has 9.
    public var answers: [Int]
    /// The sum of the answers.
    public var score: Int
    /// From 1, none to minimal, to the most severe risk: 4 for GAD-7, 5 for PHQ-9.
    public var risk: Int

    public init(answers: [Int], score: Int, risk: Int) {
        self.answers = answers
        self.score = score
        self.risk = risk
    }
}
