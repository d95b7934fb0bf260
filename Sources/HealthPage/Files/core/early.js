/**
 * Asks what every view needs while the browser still loads the other modules. On a slow connection, the
 * first figures come a second earlier.
 */

const dependents = ['/v1/types', '/v1/preferences', '/v1/time-zones']

/** The answers by path, each as a promise of `address` and `response`. */
const answers = new Map()

/**
 * Returns the response to a GET request that was sent early. It is null the second time, without such a
 * request, and for a request about another person.
 */
export async function earlyAnswer(address) {
    const [path] = address.split('?')
    const answer = answers.get(path)
    answers.delete(path)
    const found = await answer?.catch(() => null)
    return found?.address === address ? found.response : null
}

/** Forgets the answers, because a request changes who is logged in or what they say. */
export function forgetEarlyAnswers() {
    answers.clear()
}

async function send(address) {
    return { address, response: await fetch(address, { credentials: 'same-origin', priority: 'high' }) }
}

function begin() {
    const wanted = new URLSearchParams(location.search).get('person')
    const access = send(wanted ? `/v1/access?${new URLSearchParams({ person: wanted })}` : '/v1/access')
    const person = access.then(async ({ response }) => response.ok ? (await response.clone().json()).person.uuid : null)
    answers.set('/v1/access', access)
    for (const path of dependents) {
        answers.set(path, person.then(uuid => uuid ? send(`${path}?${new URLSearchParams({ person: uuid })}`) : null))
    }
    // The page asks again if the service was not reached.
    for (const answer of answers.values()) answer.catch(() => {})
}

// A link that logs in has no session yet.
if (!location.hash) begin()
