/** Makes and changes elements. The page never makes HTML from text, which its policy forbids. */

const svgNamespace = 'http://www.w3.org/2000/svg'

/**
 * Makes an HTML element.
 *
 * @param {string} name the tag, with classes after dots: `div.card.wide`.
 * @param {object} [properties] attributes. `on…` adds a listener, `style` is an object of CSS
 *     properties, `true` sets an attribute without a value; null, undefined and false set nothing.
 * @param {...any} children nodes and texts; lists are flattened, and null and false are left out.
 */
export function element(name, properties = {}, ...children) {
    const [tag, ...classes] = name.split('.')
    const made = document.createElement(tag)
    if (classes.length) made.className = classes.join(' ')
    return filled(made, properties, children)
}

/** Makes an SVG element, like `element`. */
export function svg(name, properties = {}, ...children) {
    const [tag, ...classes] = name.split('.')
    const made = document.createElementNS(svgNamespace, tag)
    if (classes.length) made.setAttribute('class', classes.join(' '))
    return filled(made, properties, children)
}

function filled(made, properties, children) {
    for (const [key, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) continue
        if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
        else if (key === 'style') setStyle(made, value)
        else if (key === 'value' && 'value' in made) made.value = value
        else made.setAttribute(key, value === true ? '' : value)
    }
    made.append(...nodes(children))
    return made
}

/** Sets CSS properties, also custom ones, through the object model, which the page's policy allows. */
export function setStyle(target, properties) {
    for (const [name, value] of Object.entries(properties)) target.style.setProperty(name, value)
}

function nodes(children) {
    return children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false)
}

/** Replaces the children of an element. */
export function fill(target, ...children) {
    target.replaceChildren(...nodes(children))
    return target
}

/** Makes a button. */
export function button(label, onclick, properties = {}) {
    return element('button', { type: 'button', onclick, ...properties }, label)
}

let lastID = 0

/** Returns an id that the page does not have yet, for `aria-labelledby` and `for`. */
export function newID(prefix = 'id') {
    lastID += 1
    return `${prefix}-${lastID}`
}

/** Has a screen reader speak a text. */
export function announce(message) {
    const announcer = document.getElementById('announcer')
    // The same text twice is spoken twice only if it changes in between.
    announcer.textContent = announcer.textContent === message ? message + ' ' : message
}
