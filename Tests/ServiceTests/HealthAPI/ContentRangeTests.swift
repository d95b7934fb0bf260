import Testing

@testable import HealthAPI

@Suite struct ContentRangeTests {
    @Test("a range has a first and a last byte and may have a total")
    func good() throws {
        let range = try #require(ContentRange("bytes 0-99/200"))
        #expect(range.first == 0 && range.last == 99 && range.total == 200 && range.count == 100)
        let open = try #require(ContentRange("Bytes 5-5/*"))
        #expect(open.first == 5 && open.count == 1 && open.total == nil)
        #expect(ContentRange("bytes 0-199/200")?.count == 200)
    }

    @Test(
        "everything else is none",
        arguments: [
            "", "bytes", "bytes 0-99", "0-99/200", "bytes 99-0/200", "bytes 0-200/200", "bytes */200", "bytes -1-5/9",
            "bytes 0-/9", "bytes 0-5/", "bytes 0-5/9/9", "bytes +0-5/9", "lines 0-5/9",
            "bytes 0-9999999999999999999/*", "bytes 0-5/9 ,", "bytes ٠-٥/٩",
        ])
    func bad(_ text: String) { #expect(ContentRange(text) == nil) }
}
