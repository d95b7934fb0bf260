import Foundation
import TestSupport
import Testing

/// Checks that the tests of articles find real differences and no others.
@Suite struct OutputTests {
    @Test("an article's examples are its commands, files and statements, and each difference is found")
    func differences() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory + "/Example.md"
            try """
            # Example

            ```console
            $ VALUE=3
            $ echo $VALUE
            3
            $ echo \\
                more
            less
            ```

            ```json data.json
            {"a": 1}
            ```

            ```console
            $ cat data.json
            {"a": 1}
            $ echo http://shown
            http://shown
            ```

            ```sh
            echo this is not run
            ```
            """.write(toFile: file, atomically: true, encoding: .utf8)
            let article = try #require(Article(URL(fileURLWithPath: file)))
            let differences = try await ArticleRun(article).differences(
                in: directory, environment: [:], replacements: [(own: "http://own", shown: "http://shown")])
            #expect(differences.map(\.command) == ["echo \\\n    more"])
            #expect(differences.map(\.actual) == [["more"]] && differences.map(\.lines) == [8..<9])
        }
    }
}
