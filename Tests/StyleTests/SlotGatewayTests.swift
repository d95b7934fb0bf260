import Testing

@Suite struct SlotGatewayTests {
    @Test(
        "the tables of marks and of kept types each have one gateway in Swift and one reader of constants in SQL",
        arguments: [
            ("health.slot_mark", ["SlotMarkTable.swift", "SlotMarkTable+Changes.swift", "bucket_statistics.sql"]),
            ("health.slot_type", ["SlotTypeTable.swift", "statistics_rule.sql"]),
        ])
    func gateways(_ table: String, _ gateways: [String]) {
        let naming = SourceTree.files.filter { file in
            ["Sources/", "sql/functions/", "sql/views/"].contains { file.path.hasPrefix($0) }
                && !file.path.hasSuffix(".md")
                && file.text.split(separator: "\n").contains { line in
                    line.contains(table) && !line.drop(while: \.isWhitespace).hasPrefix("///")
                }
        }.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
        #expect(Set(naming) == Set(gateways))
    }
}
