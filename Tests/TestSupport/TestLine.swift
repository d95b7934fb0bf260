/// Lines of `POST /v1/batches` for tests. The uuid of a sample is made from a number.
public enum TestLine {
    public static func uuid(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
    }

    public static func step(_ number: Int, more: String = "") -> String {
        #"{"uuid":"\#(uuid(number))","type":"stepCount","startDate":"2024-05-01T10:00:00Z","endDate":"2024-05-01T10:00:00Z","value":\#(number),"unit":"count","source":{"name":"Phone"}\#(more)}"#
    }

    public static func correlation(_ number: Int, objects: [Int]) -> String {
        let inside = objects.map { step($0) }.joined(separator: ",")
        return
            #"{"uuid":"\#(uuid(number))","type":"bloodPressure","startDate":"2024-05-01T10:00:00Z","endDate":"2024-05-01T10:00:00Z","source":{"name":"Phone"},"objects":[\#(inside)]}"#
    }

    public static func deletion(_ number: Int) -> String { #"{"deleted":"\#(uuid(number))"}"# }

    public static let anchor = #"{"anchor":{"device":"phone","types":["stepCount"],"data":"AQID"}}"#
}
