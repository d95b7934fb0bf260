/** Finds out whether the service has another version of the page than this tab. */

import { notify } from './notices.js'
import { text } from '../text/text.js'

const own = document.querySelector('meta[name="page-version"]').content
let isTold = false

/** Offers to load the page again if the service was upgraded. Files of the old version are gone then. */
export async function checkVersion() {
    if (isTold) return
    try {
        const document = await (await fetch('/', { cache: 'no-cache' })).text()
        const version = /name="page-version" content="([^"]+)"/.exec(document)?.[1]
        if (!version || version === own) return
        isTold = true
        notify(text.errors.newVersion, { label: text.errors.reload, run: () => location.reload() })
    } catch {
        // The next look comes when the connection is back.
    }
}
