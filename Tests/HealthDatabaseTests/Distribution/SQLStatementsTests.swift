import SQLFiles
import Testing

/// Tests the division of scripts into statements.
@Suite struct SQLStatementsTests {
    @Test(
        "a semicolon ends a statement, but not in a constant, a name, a comment, parentheses or a body",
        arguments: [
            ("select 1; select 2", ["select 1", " select 2"]),
            ("select ';', \"a;b\", 'it''s;'; select 2;", ["select ';', \"a;b\", 'it''s;'", " select 2"]),
            ("select 1 -- a; b\n; select 2", ["select 1 -- a; b\n", " select 2"]),
            ("select /* a; /* b; */ c; */ 1; select 2", ["select /* a; /* b; */ c; */ 1", " select 2"]),
            ("do $$ begin perform 1; end $$; select 2", ["do $$ begin perform 1; end $$", " select 2"]),
            ("do $a$ select $$;$$; $a$; select $1; select 2", ["do $a$ select $$;$$; $a$", " select $1", " select 2"]),
            (
                "create rule r as on insert to t do (select 1; select 2); select 3",
                [
                    "create rule r as on insert to t do (select 1; select 2)", " select 3",
                ]
            ),
            (
                "create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3",
                [
                    "create function f() returns int begin atomic select case when true then 1 end; select 2; end",
                    " select 3",
                ]
            ),
            ("begin; select 1; end", ["begin", " select 1", " end"]),
            (" ;\n-- nothing;\n;", []),
            ("select 1 /* open", ["select 1 /* open"]), ("select 'open;", ["select 'open;"]),
        ])
    func split(script: String, statements: [String]) {
        #expect(SQLStatements.split(script) == statements)
    }

    @Test("of the program's own scripts, nothing but semicolons and comments is lost")
    func ownScripts() throws {
        let files = try SQLFiles.load()
        let rights = [files.rights.roles, files.rights.grants, files.rights.guards]
        let scripts = (files.tables + files.access + files.code).map(\.text) + files.migrations.map(\.text) + rights
        for script in scripts {
            let statements = SQLStatements.split(script)
            #expect(!statements.isEmpty)
            var rest = script[...]
            for statement in statements {
                let found = try #require(rest.range(of: statement))
                #expect(SQLStatements.split(String(rest[..<found.lowerBound])).isEmpty)
                rest = rest[found.upperBound...]
            }
            #expect(SQLStatements.split(String(rest)).isEmpty)
        }
    }
}
