import Testing

@testable import HealthPage

@Suite("The modules that every view needs, as one")
struct ModuleBundleTests {
    private static let sources = [
        "app.js": """
        import { one, two as second } from './core/a.js'
        import * as b from './core/b.js'
        import {
        words,
        } from './text/text.js'
        const later = () => import('./views/later.js')
        second(one, b, words, later)
        """,
        "core/a.js": """
        import english, { more as other } from '../text/en.js'
        export const one = english.one
        export async function two() { return import('../views/later.js') }
        const hidden = 1
        """,
        "core/b.js": "import { one } from './a.js'\nexport class Three {}\nexport const $four_ = one",
        "text/en.js": "export default { one: 1 }\nexport const more = 2",
        "text/text.js": "import english from './en.js'\nexport const words = english",
        "views/later.js": """
        import { one } from '../core/a.js'
        import * as b from '../core/b.js'
        import { chart } from '../charts/chart.js'
        export const shown = [one, b, chart]
        """,
        "charts/chart.js": "export const chart = 1",
    ]

    @Test("a module becomes a function after those that it imports, and the texts stay alone")
    func bundle() throws {
        let bundle = try ModuleBundle(of: Self.sources)
        #expect(
            bundle.modules["app.js"] == """
                import * as $text_en from './text/en.js'
                import * as $text_text from './text/text.js'
                export const $core_a = (() => {
                const { default: english, more: other } = $text_en
                const one = english.one
                async function two() { return import('./views/later.js') }
                const hidden = 1
                return { one, two }
                })()
                export const $core_b = (() => {
                const { one } = $core_a
                class Three {}
                const $four_ = one
                return { Three, $four_ }
                })()
                export const $app = (() => {
                const { one, two: second } = $core_a
                const b = $core_b
                const { words } = $text_text
                const later = () => import('./views/later.js')
                second(one, b, words, later)
                return {  }
                })()
                """)
        #expect(bundle.modules["text/text.js"] == "import english from '../text/en.js'\nexport const words = english")
    }

    @Test("a module outside takes bundled modules out of the bundle, and every path stays a module")
    func outside() throws {
        let bundle = try ModuleBundle(of: Self.sources)
        #expect(
            bundle.modules["views/later.js"] == """
                import { chart } from '../charts/chart.js'
                import { $core_a, $core_b } from '../app.js'
                const { one } = $core_a
                const b = $core_b
                export const shown = [one, b, chart]
                """)
        #expect(
            bundle.modules["core/b.js"] == """
                import { $core_b } from '../app.js'
                export const { Three, $four_ } = $core_b
                """)
        #expect(Set(bundle.modules.keys) == Set(Self.sources.keys))
        #expect(
            bundle.needed(for: ["app.js", "views/later.js"]) == [
                "app.js", "charts/chart.js", "text/en.js", "text/text.js", "views/later.js",
            ])
    }

    @Test(
        "an import or an export of another form is an error that names the file",
        arguments: [
            "import './a.js'", "import { a } from 'library'", "import { a }", "export let a = 1", "export { a }",
            "export const { a } = b", "export default 1", "import { b } from './b.js'",
        ])
    func refused(source: String) {
        let error = #expect(throws: PageError.self) {
            try ModuleBundle(of: ["app.js": "import { a } from './core/a.js'", "core/a.js": source])
        }
        #expect(error?.message.contains("core/a.js") == true)
    }
}
