/** Who may see what: grants, tokens, sessions, and who looked. */

import { may } from '../core/session.js'
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
        { name: 'sessions', label: sections.sessions, load: async () => (await import('./access/sessions.js')).sessionsSection },
        {
            name: 'log', label: sections.log,
            load: async () => (await import('./access/log.js')).logSection, isOffered: () => may('manage'),
        },
    ])
}
