import Foundation

/// The metrics that Prometheus' client libraries have for every process.
///
/// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
/// https://man7.org/linux/man-pages/man5/proc.5.html
struct ProcessMeasures {
    private static let ticksPerSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    private static let pageBytes = Double(max(1, sysconf(Int32(_SC_PAGESIZE))))

    static func append(to text: inout MetricText) {
        // The command's name, which is in parentheses, may contain blanks.
        let fields = read("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
        /// Returns a field by its number in the manual page.
        func field(_ number: Int) -> Double? { fields.count > number - 3 ? Double(fields[number - 3]) : nil }
        let ticks = field(14).flatMap { user in field(15).map { user + $0 } }
        text.add(
            "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
            ticks.map { $0 / ticksPerSecond })
        text.add(
            "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", field(24).map { $0 * pageBytes })
        text.add("process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.", field(23))
        text.add("process_threads", .gauge, "Number of OS threads in the process.", field(20))
        let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Reading the folder opened one of them.
        text.add("process_open_fds", .gauge, "Number of open file descriptors.", files.map { Double($0 - 1) })
        text.add("process_max_fds", .gauge, "Maximum number of open file descriptors.", filesMax)
        let boot = read("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
        let bootSeconds = boot.flatMap { Double($0.dropFirst(6)) }
        text.add(
            "process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.",
            bootSeconds.flatMap { boot in field(22).map { boot + $0 / ticksPerSecond } })
    }

    private static var filesMax: Double? {
        let line = read("/proc/self/limits").split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line.flatMap { $0.dropFirst(14).split(separator: " ").first }.flatMap { Double($0) }
    }

    private static func read(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
