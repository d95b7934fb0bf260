/** Asks the person whether an app may read, by OAuth. The address has the app's request. */

import { api } from '../core/api.js'
import { element, button, fill } from '../core/dom.js'
import { notifyError } from '../core/notices.js'
import { session, may } from '../core/session.js'
import { text } from '../text/text.js'
import { scopeFields } from './access/terms.js'
import { showFieldError, submitting } from './forms.js'

const words = text.authorize

export function authorizeView() {
    const root = element('div.view')
    return {
        element: root,
        show: async () => {
            const asked = { request: location.search.slice(1) }
            if (!may('manage')) {
                fill(root, element('section.card.stack', {}, element('h1', {}, words.title),
                    element('p.warn', {}, words.mayNot(session().holder.name))))
                return
            }
            const app = await api.get('/v1/authorizations', asked)
            if (app.refusedLocation) return location.replace(app.refusedLocation)
            fill(root, question(app, asked))
        },
    }
}

function question(app, asked) {
    const scope = scopeFields()
    scope.set({ isAll: true })
    const form = element('form.card.stack', { 'aria-labelledby': 'asking', onsubmit: submitting(async () => {
        showFieldError(form, null)
        try {
            const { location: next } = await api.post('/v1/authorizations', scope.value(), asked)
            location.assign(next)
        } catch (error) {
            const sentence = [error.message, error.hint].filter(Boolean).join(' ')
            if (!showFieldError(form, error.details?.field, sentence)) notifyError(error)
        }
    }) }, element('h1', { id: 'asking' }, words.question(app.name, session().person.name)),
    element('p', {}, words.returns(app.host)), element('p.hint', {}, words.hint), scope.element,
    element('div.row', {}, element('button.main', { type: 'submit' }, words.allow),
        button(words.deny, () => location.assign(app.deniedLocation))))
    return form
}
