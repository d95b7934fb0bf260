/** The button that logs in at an OpenID provider. */

import { element, button, fill } from '../core/dom.js'
import { notifyError } from '../core/notices.js'
import { goToProvider, providerName } from '../core/openid.js'
import { text } from '../text/text.js'

/** Returns the place of the button, which stays empty if the service has no provider. */
export function openIDButton() {
    const place = element('div', {})
    providerName().then(name => {
        if (name) fill(place, button(text.login.openID(name), () => goToProvider().catch(notifyError), { class: 'main' }))
    }).catch(() => {})
    return place
}
