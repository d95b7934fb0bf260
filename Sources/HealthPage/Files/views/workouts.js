/** Workouts: the list, and one workout. */

import { type, colorOf } from '../core/catalogue.js'
import { element, fill, setStyle } from '../core/dom.js'
import { pathOf } from '../core/router.js'
import { text } from '../text/text.js'
import { workoutList } from './workouts/list.js'
import { workoutPage } from './workouts/page.js'

export function workoutsView() {
    const root = element('div.view.workouts')
    setStyle(root, { '--accent': colorOf('workout') })
    let part = null
    let shown = null
    /** The list stays while a workout is shown, and is found again where it was left. */
    const list = workoutList()
    let listScroll = 0

    const show = async route => {
        shown = route
        const isList = route.item === null
        const isNew = part === null || (part === list) !== isList
        if (isNew) {
            if (part === list) listScroll = scrollY
            else part?.close()
            part = isList ? list : workoutPage()
            fill(root, part.element)
            scrollTo(0, 0)
        }
        await part.show(route)
        if (isNew && isList) scrollTo(0, listScroll)
    }
    /** A workout that was deleted while it is shown goes from the screen. */
    const showGone = error => {
        if (error.status !== 404 || part === list) return
        part.close()
        part = null
        fill(root, element('section.card.empty', { role: 'status' }, element('h1', {}, text.workouts.gone),
            element('a.button', { href: pathOf('workouts') }, text.workouts.all)))
    }
    return {
        element: root, show,
        changed: types => {
            const isShown = types === null || types.some(one => one === type('workout')?.identifier || part?.types().includes(one))
            if (shown && isShown) part?.refresh().catch(showGone)
        },
        close: () => {
            list.close()
            part?.close()
        },
    }
}
