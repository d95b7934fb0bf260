/** Who may see what: grants, tokens, log-ins, sessions, and who looked. */

import { may, session } from '../core/session.js'
import { text } from '../text/text.js'
import { sectionedView } from './sections.js'

export function accessView() {
    const { sections } = text.access
    return sectionedView('access', text.access.title, [
        { name: 'sharing', label: sections.sharing, load: async () => (await import('./access/sharing.js')).sharingSection },
        {
            name: 'tokens', label: sections.tokens,
            load: async () => (await import('./access/tokens.js')).tokensSection, isOffered: () => may('manage'),
        },
        {
            name: 'login', label: sections.login,
            load: async () => (await import('./access/login.js')).loginSection, isOffered: () => session().credential === 'session',
        },
        { name: 'sessions', label: sections.sessions, load: async () => (await import('./access/sessions.js')).sessionsSection },
        {
            name: 'log', label: sections.log,
            load: async () => (await import('./access/log.js')).logSection, isOffered: () => may('manage'),
        },
    ])
}
