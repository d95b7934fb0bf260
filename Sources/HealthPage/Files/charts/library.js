/** Loads Chart.js when the first view needs a chart. */

let loading = null

/** Returns the constructor of Chart.js; null if it is not installed on the server. */
export function chartLibrary() {
    loading ??= import('../chart.js').then(() => configured(globalThis.Chart)).catch(() => null)
    return loading
}

function configured(Chart) {
    Chart.defaults.animation = false
    Chart.defaults.maintainAspectRatio = false
    Chart.defaults.plugins.legend.display = false
    Chart.defaults.plugins.tooltip.enabled = false
    Chart.defaults.events = []
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily
    return Chart
}

/** Returns a custom property of the page's styles, such as `--ink`. */
export function styleValue(name, target = document.documentElement) {
    return getComputedStyle(target).getPropertyValue(name).trim()
}

/** Returns a colour with less opacity. */
export function faded(color, share) {
    return `color-mix(in srgb, ${color} ${Math.round(share * 100)}%, transparent)`
}
