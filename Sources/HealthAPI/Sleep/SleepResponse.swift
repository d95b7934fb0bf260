import HealthCore
import HealthDatabase
import JSON

/// Nights as JSON. Times are on the clock of the request, lengths are in seconds.
public struct SleepResponse: Shaped {
    let request: SleepRequest
    /// The nights that the answer lists.
    public let nights: [SleepNight]
    /// The sources, the one with the highest priority first.
    private let sources: [Source]
    let now: Instant
    private let clock: ClockText

    /// - Parameter now: the time of the request. A night that ends later is partial.
    public init(_ request: SleepRequest, _ answer: SleepNights, now: Instant) {
        self.request = request
        nights = answer.nights.filter { !request.omitsEmptyNights || !$0.sourceRanks.isEmpty }
        sources = answer.sources
        self.now = now
        clock = ClockText(request.clock)
    }

    static let shape = Shape<Self>([
        .member("timeZone", \.request.clock.name), .member("nightStart", \.request.nightStart),
        .member("attribution", \.request.attribution.rawValue), .member("sources", \.usedSources),
        .member("nights") { answer in answer.nights.map { ShownNight(answer: answer, night: $0) } },
    ])

    var rowCount: Int? { nights.count }

    private var usedSources: [Source] {
        Set(nights.flatMap(\.sourceRanks)).sorted().map { sources[Int($0)] }
    }

    func span(_ start: Instant, _ end: Instant) -> Span { Span(start: start, end: end, clock: clock) }

    func spans(_ intervals: [SleepInterval]) -> [Span] { intervals.map { span($0.start, $0.end) } }

    func sourceID(_ rank: Int32) -> Int32 { sources[Int(rank)].publicID }
}

private func seconds(_ microseconds: Int64?) -> Double? {
    microseconds.map { Double($0) / Double(Instant.microsecondsPerSecond) }
}

private struct ShownNight: Shaped {
    let answer: SleepResponse
    let night: SleepNight

    static let shape = Shape<Self>([
        .member("date", \.night.window.date),
        .members(of: { $0.answer.span($0.night.window.start, $0.night.window.end) }, Span.shape),
        .member("partial") { $0.night.window.end > $0.answer.now },
        .member("asleep") { seconds($0.night.asleep) }, .member("aggregate", \.night.isAggregate),
        .member("main") { $0.answer.mainSleep(of: $0.night) }, .member("naps") { $0.answer.naps(of: $0.night) },
    ]).named("Night")
}

/// A sleep of a night, which was computed from samples or sent by an app.
struct ShownSleep: Shaped {
    let span: Span
    let asleep: Double?
    let inBed: Double?
    let efficiency: Double?
    let sources: [Int32]
    /// Nil if they are unknown.
    private var gaps: [Span]?
    /// Nil if the request does not ask for them.
    private var segments: [Segment]?
    private var inBedSegments: [Span]?
    private let stage: @Sendable (SleepValue) -> Int64?

    init(_ answer: SleepResponse, _ session: SleepSession) {
        span = answer.span(session.start, session.end)
        (asleep, inBed, efficiency) = (seconds(session.asleep), seconds(session.timeInBed), session.efficiency)
        sources = session.sourceRanks.map(answer.sourceID)
        gaps = answer.spans(session.gaps)
        stage = { session.duration(of: $0) }
        guard answer.request.listsSegments else { return }
        segments = session.segments.map {
            Segment(span: answer.span($0.start, $0.end), stage: $0.value, source: answer.sourceID($0.sourceRank))
        }
        inBedSegments = answer.spans(session.inBed)
    }

    init(_ answer: SleepResponse, _ night: AggregateNight) {
        let lengths = night.lengths
        span = answer.span(night.start, night.end)
        (asleep, inBed, efficiency) = (seconds(lengths.asleep), seconds(lengths.inBed), lengths.efficiency)
        sources = [answer.sourceID(night.sourceRank)]
        stage = { lengths.duration(of: $0) }
        if answer.request.listsSegments { (segments, inBedSegments) = ([], []) }
    }

    /// Returns the length of a stage in seconds.
    func length(of value: SleepValue) -> Double? { seconds(stage(value)) }

    static let shape = Shape<Self>([
        .members(of: \.span, Span.shape), .member("asleep", \.asleep),
        .object(
            "stages", Shape(SleepValue.stages.map { stage in .member(stage.name) { $0.length(of: stage) } }),
            as: .map(Schema.number.orNull)),
        .member("inBed", \.inBed), .member("efficiency", \.efficiency), .member("gaps", \.gaps),
        .member("sources", \.sources, as: .array(of: .sourceID)), .optional("segments", \.segments),
        .optional("inBedSegments", \.inBedSegments),
    ]).named("SleepSession")

    private struct Segment: Shaped {
        let span: Span
        let stage: SleepValue
        let source: Int32

        static let shape = Shape<Self>([
            .members(of: \.span, Span.shape), .member("stage", \.stage.name),
            .member("source", \.source, as: .sourceID),
        ])
    }
}

extension SleepResponse {
    /// The main sleep, or the figures of the whole night that an app sent.
    func mainSleep(of night: SleepNight) -> ShownSleep? {
        night.main.map { ShownSleep(self, $0) } ?? night.aggregate.map { ShownSleep(self, $0) }
    }

    func naps(of night: SleepNight) -> [ShownSleep] {
        night.naps.map { ShownSleep(self, $0) } + night.aggregateNaps.map { ShownSleep(self, $0) }
    }
}
