/** In which language the page is shown, and how it writes numbers and dates. */

/** The languages of the page with their own names, by their tags (RFC 5646). The files are in `text/`. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語', zh: '简体中文' }

/** The locales for readers whose browser does not name one of the language. */
const locales = { en: 'en-GB', zh: 'zh-CN' }

/** What the reader chose last in this browser. The choice itself is kept by the server, see `preferences.js`. */
const key = 'language'

const primary = tag => tag.split('-')[0].toLowerCase()

const wanted = navigator.languages ?? []

/** Returns the language for a choice: that of the browser if nothing was chosen. */
function languageOf(choice) {
    return choice in languages ? choice : wanted.map(primary).find(tag => tag in languages) ?? 'en'
}

function storedChoice() {
    try {
        return localStorage.getItem(key)
    } catch {
        return null
    }
}

/** The language of this document. */
export const language = languageOf(storedChoice())

/** The tag of the language for `lang`. Chinese is written with simplified characters. */
export const languageTag = language === 'zh' ? 'zh-Hans' : language

/** The locale of numbers and dates: the language in the region of the browser, as far as it names one. */
export const locale = localeOf(wanted.find(tag => primary(tag) === language)) ?? locales[language] ?? language

function localeOf(tag) {
    if (!tag) return null
    return language === 'zh' ? new Intl.Locale(tag, { script: 'Hans' }).toString() : tag
}

/**
 * Keeps the reader's choice for the next document of this browser; null for the browser's language.
 * Returns true if this document has another language, so that the page must be loaded again.
 */
export function keepLanguage(choice) {
    try {
        if (choice) localStorage.setItem(key, choice)
        else localStorage.removeItem(key)
    } catch {
        // Without storage, the page stays in the browser's language.
    }
    return languageOf(storedChoice()) !== language
}
