/** What the views of one night and of many nights share. */

import { element } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { isOwn } from '../../core/session.js'
import { pathOf } from '../../core/router.js'
import { stageNames } from '../../core/sleep.js'
import { text } from '../../text/text.js'

/** Makes a list of terms and values; a value of null leaves its term out. */
export function factList(pairs) {
    return element('dl.facts', {}, pairs.filter(([, value]) => value !== null && value !== undefined).map(([term, value]) =>
        element('div', {}, element('dt', {}, term), element('dd', {}, value))))
}

/** Makes the list of stages with length and share. `total` is the time of all stages in seconds. */
export function stageList(stages) {
    const found = stageNames.filter(stage => stages[stage] > 0)
    const asleep = found.filter(stage => stage !== 'awake').reduce((sum, stage) => sum + stages[stage], 0)
    return element('ul.stage-list', {}, found.map(stage => element('li', {},
        element(`span.swatch.stage-${stage}`, { 'aria-hidden': 'true' }), element('span', {}, text.sleep.stages[stage]),
        element('span.stage-length', {}, format.duration(stages[stage])),
        element('span.hint.small', {}, stage === 'awake' || !asleep ? '' : format.percent(stages[stage] / asleep)))))
}

/**
 * Makes the card of a range without a night.
 *
 * @param {object} state `range`, and `lastNight`, the date of the newest night; null without any.
 */
export function emptyCard(words, { range, lastNight }) {
    const link = (href, label) => element('a.button', { href }, label)
    const way = () => {
        if (lastNight) {
            const href = pathOf('sleep', null, { range, date: lastNight })
            return link(href, text.sleep.lastNight(format.date(lastNight, 'long')))
        }
        if (!isOwn()) return element('p.hint', {}, text.sleep.emptyShared)
        return [element('p.hint', {}, text.sleep.emptyHint), link(pathOf('data'), text.overview.emptyLink)]
    }
    return element('section.card.empty', {}, element('h2', {}, words), way())
}
