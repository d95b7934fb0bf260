import TestSupport
import Testing

/// The answer of `GET /metrics`, read by the rules of Prometheus' text format 0.0.4.
struct MetricScrape {
    /// The values by the text of the series, such as `up{a="b"}`.
    private(set) var values: [String: Double] = [:]
    /// The type of each metric, from its line TYPE.
    private(set) var types: [String: String] = [:]

    /// Reads a text. Records an issue for each line that breaks the format.
    init(_ text: String) {
        #expect(text.hasSuffix("\n"))
        var helped: Set<String> = []
        var current = ""
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/# HELP ([a-z_]+) (.+)/#) {
                #expect(helped.insert(String(match.1)).inserted, "\(line)")
            } else if let match = line.wholeMatch(of: #/# TYPE ([a-z_]+) (counter|gauge|histogram)/#) {
                current = String(match.1)
                #expect(helped.contains(current) && types[current] == nil, "\(line)")
                types[current] = String(match.2)
                #expect((match.2 == "counter") == current.hasSuffix("_total"), "\(line)")
            } else if let match = line.wholeMatch(
                of: #/(([a-z_]+)(?:\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\})?) (\S+)/#)
            {
                let suffix = match.2.dropFirst(current.count)
                let isOwn = match.2.hasPrefix(current) && (suffix.isEmpty != (types[current] == "histogram"))
                #expect(isOwn && ["", "_bucket", "_sum", "_count"].contains(suffix), "\(line)")
                #expect(values.updateValue(Double(match.3) ?? .nan, forKey: String(match.1)) == nil, "\(line)")
                #expect(Double(match.3) != nil, "\(line)")
            } else {
                Issue.record("no line of the format: \(line)")
            }
        }
        checkHistograms()
    }

    /// The buckets of a histogram grow, and the last has all.
    private func checkHistograms() {
        for (name, _) in types.filter({ $0.value == "histogram" }) {
            for (series, count) in values where series.hasPrefix(name + "_count") {
                let labels = series.dropFirst(name.count + 6).dropLast()
                let buckets = values.filter { $0.key.hasPrefix("\(name)_bucket\(labels),le=") }
                let sorted = buckets.sorted { Self.bound($0.key) < Self.bound($1.key) }.map(\.value)
                #expect(sorted == sorted.sorted() && sorted.last == count, "\(series)")
            }
        }
    }

    private static func bound(_ series: String) -> Double {
        series.firstMatch(of: #/le="([^"]+)"/#).flatMap { Double($0.1 == "+Inf" ? "inf" : $0.1) } ?? .nan
    }

    subscript(series: String) -> Double? { values[series] }

    /// The sum of all series of a metric that have a label's value.
    func sum(_ name: String, _ label: String) -> Double {
        values.filter { $0.key.hasPrefix(name + "{") && $0.key.contains(label) }.values.reduce(0, +)
    }
}

extension RunningService {
    /// The address of the administrator's listener, from the log.
    func adminAddress() async throws -> String {
        let pattern = #/"event":"admin_started","address":"([^"]+)"/#
        #expect(await eventually { process.errors.contains(pattern) })
        return String(try #require(process.errors.firstMatch(of: pattern)).1)
    }

    /// Sends a request to the administrator's listener.
    func admin(_ path: String, _ arguments: [String] = []) async throws -> (status: Int, body: String) {
        let address = try await adminAddress()
        let curl = try await Command.run(
            "/usr/bin/curl",
            ["-sS", "--max-time", "\(Int(Patience.seconds))", "-w", "\n%{http_code}", address + path] + arguments)
        let end = curl.output.lastIndex(of: "\n") ?? curl.output.startIndex
        return (Int(curl.output[end...].dropFirst()) ?? 0, String(curl.output[..<end]))
    }

    func scrape() async throws -> MetricScrape { MetricScrape(try await admin("/metrics").body) }
}
