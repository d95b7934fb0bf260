/** The name of a browser. */

const browsers = [[/Edg(e|A|iOS)?\//, 'Edge'], [/OPR\//, 'Opera'], [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'], [/Safari\//, 'Safari']]
const systems = [[/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/CrOS/, 'ChromeOS'], [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'Mac'], [/Linux|X11/, 'Linux']]

/**
 * Returns a `User-Agent` in words.
 *
 * @param {(browser: string, system: string) => string} on joins both: `Firefox on Linux`.
 */
export function browserInWords(agent, on) {
    const find = list => list.find(([pattern]) => pattern.test(agent))?.[1]
    const [browser, system] = [find(browsers), find(systems)]
    if (!browser) return agent.split(/[ /]/)[0] || agent
    return system ? on(browser, system) : browser
}
