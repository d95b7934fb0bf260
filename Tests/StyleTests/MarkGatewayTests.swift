import Testing

@Suite struct MarkGatewayTests {
    @Test(
        "the tables of marks and of clocks each have one gateway in Swift",
        arguments: [
            ("health.mark", ["MarkTable.swift", "MarkTable+Changes.swift", "MarkBacklog.swift"]),
            ("health.day_clock", ["DayClock.swift"]),
        ])
    func gateways(_ table: String, _ gateways: [String]) {
        let naming = SourceTree.files.filter { file in
            file.path.hasPrefix("Sources/") && !file.path.hasSuffix(".md")
                && file.text.split(separator: "\n").contains { line in
                    line.contains(table) && !line.drop(while: \.isWhitespace).hasPrefix("///")
                }
        }.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
        #expect(Set(naming) == Set(gateways))
    }
}
