import Foundation
import TestSupport
import Testing

/// Checks that the tests of articles find real differences and no others.
@Suite struct OutputTests {
    @Test(
        "an output is compared with what an article shows",
        arguments: [
            ("a\nb", ["a", "b"], true), ("a\nb", ["a", "c"], false), ("a\nb\n", ["a"], false), ("", [], true),
            ("a", [], false), ("\na  \n\n", ["a"], true),
            // A terminal clears lines of progress.
            ("reading 10 %, 5 records\ndone", ["done"], true),
            // An ellipsis stands for any text within a line or over several lines.
            ("one 17 two", ["one … two"], true), ("one 17 three", ["one … two"], false),
            ("a\nb\nc\nd", ["a", "…", "d"], true), ("a\nb\nc", ["a", "…", "d"], false),
            ("abc", ["ab…bc"], false), ("a1b1", ["…a…b…"], true), ("b1a1", ["…a…b…"], false),
            // Ids, tokens and durations differ from run to run.
            ("in 0.2 s", ["in 17.4 s"], true), ("0.2 s", ["17.4 s"], false),
            (
                "id 0e37df36-f698-41e6-8dd4-cb9ced3df976", ["id 7b8bf998-6407-5778-adc6-36d36ed03cb8"], true
            ),
            ("id 0e37df36-f698-41e6-8dd4", ["id 7b8bf998-6407-5778-adc6"], false),
            // JSON may be folded, but not changed.
            (#"{"a":1,"b":[2,3]}"#, [#"{"a":1,"#, #" "b":[2,"#, #" 3]}"#], true),
            (#"{"a":1,"b":[2,3]}"#, [#"{"a":1,"#, #" "b":[3,2]}"#], false),
        ])
    func comparison(text: String, shown: [String], isEqual: Bool) {
        #expect(Output(text).matches(shown) == isEqual)
    }

    @Test("JSON is folded behind commas outside texts, and equals itself")
    func folding() {
        let text = #"{"text":"a, b","# + (0..<40).map { #""member\#($0)":\#($0)"# }.joined(separator: ",") + "}"
        let lines = Output(text).folded
        #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 100 })
        #expect(lines[0].hasPrefix(#"{"text":"a, b","member0":0,"#))
        #expect(Output(text).matches(lines))
        #expect(Output("no JSON, however long" + String(repeating: ", x", count: 60)).folded.count == 1)
    }

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
