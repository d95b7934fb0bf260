/// Metrics in Prometheus' text format, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
struct MetricText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    enum Kind: String {
        /// A number that only grows while the service runs.
        case counter
        /// A number that grows and shrinks.
        case gauge
        case histogram
    }

    /// One line of a metric.
    struct Value {
        /// The end of the metric's name, such as `_bucket`; empty for the name itself.
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var number: Double
    }

    /// Appends a metric. A metric without values is left out.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [Value]) {
        guard !values.isEmpty else { return }
        text += "# HELP \(name) \(MetricText.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for value in values {
            text += name + value.suffix
            if !value.labels.isEmpty {
                let labels = value.labels.map { "\($0.name)=\"\(MetricText.escaped($0.value, quotes: true))\"" }
                text += "{" + labels.joined(separator: ",") + "}"
            }
            text += " " + MetricText.number(value.number) + "\n"
        }
    }

    /// Appends a metric of one number. Nil is left out.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ number: Double?) {
        add(name, kind, help, number.map { [Value(number: $0)] } ?? [])
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ number: some BinaryInteger) {
        add(name, kind, help, Double(number))
    }

    mutating func gauge(_ name: String, _ help: String, _ number: Double?) { add(name, .gauge, help, number) }

    mutating func gauge(_ name: String, _ help: String, _ number: some BinaryInteger) {
        add(name, .gauge, help, number)
    }

    /// Appends a metric with one label.
    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, by label: String, _ numbers: [(value: String, number: Double)]
    ) {
        add(name, kind, help, numbers.map { Value(labels: [(label, $0.value)], number: $0.number) })
    }

    private static func number(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return "\(number)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        let escaped = text.replacing("\\", with: #"\\"#).replacing("\n", with: #"\n"#)
        return quotes ? escaped.replacing("\"", with: #"\""#) : escaped
    }
}
