import TestSupport
import Testing

@Suite struct PageTests {
    @Test("serve answers with the page without a credential: compressed, and 304 for what the browser has")
    func page() async throws {
        try await ServedStore.with { store in
            let gzip = "Accept-Encoding: gzip"
            let document = try await store.get("/")
            #expect(document.status == 200 && document.header("Content-Type") == "text/html; charset=utf-8")
            #expect(document.header("X-Content-Type-Options") == "nosniff")
            let module = try #require(document.body.firstMatch(of: /"(\/page\/[0-9a-f]{16}\/app\.js)"/)?.1)
            for path in ["/", String(module)] {
                let coded = try await store.get(path, headers: [gzip])
                #expect(coded.status == 200 && coded.header("Content-Encoding") == "gzip", "\(path)")
                let tag = try #require(coded.header("ETag"))
                let again = try await store.get(path, headers: [gzip, "If-None-Match: \(tag)"])
                #expect(again.status == 304 && again.data.isEmpty, "\(path)")
            }
        }
    }
}
