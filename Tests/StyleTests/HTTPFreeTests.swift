import Testing

@Suite struct HTTPFreeTests {
    @Test("reading a file into the store needs no HTTP: neither the jobs nor the command import it")
    func imports() throws {
        let files = SourceTree.swiftFiles.filter { file in
            file.isIn(["Sources/HealthImport", "Sources/HealthJobs"]) || file.path.hasSuffix("/ImportCommand.swift")
        }
        #expect(files.count > 20)
        let importing = try files.filter { $0.text.contains(try Regex(#"(?m)^import (HealthAPI|HTTPServer)$"#)) }
        #expect(importing.map(\.path) == [])
    }
}
