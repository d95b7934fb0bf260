/** One metric: its chart in any range, what the figures are made of, and the samples themselves. */

import { api } from '../core/api.js'
import { type, isCategory, isDiscrete, colorOf, pairOf, shownUnit } from '../core/catalogue.js'
import { csvButton } from '../core/csv.js'
import { element, button, fill, setStyle, newID } from '../core/dom.js'
import * as format from '../core/format.js'
import { isOfNights, nightAnchor, nightRange } from '../core/nights.js'
import { notifyError, ViewError } from '../core/notices.js'
import { preference, setPreferences, unitParameter, firstWeekday } from '../core/preferences.js'
import { rangeBar } from '../core/ranges.js'
import { go, pathOf } from '../core/router.js'
import { localText } from '../core/time.js'
import { zoneParameter, zoneHistory, currentZone, today } from '../core/zone.js'
import { timeChart } from '../charts/timechart.js'
import { text } from '../text/text.js'
import { drawingOf, tableOf } from './metric/chartdata.js'
import { explanationPanel } from './metric/explanation.js'
import { comparison, figureSentence, figureTerms, figuresOf, gridOf, isOfOtherDensity } from './metric/figures.js'
import { fileRows } from './metric/file.js'
import { goalPanel, hasGoal } from './metric/goal.js'
import { compareWith, pointsOf } from './metric/model.js'
import { patternPanel } from './metric/pattern.js'
import { comparedRange, datesInWords, isOfTimes, rangeDefault, rangesOfMetric, stateOf, wholeRange } from './metric/range.js'
import { samplesTable } from './metric/samples.js'
import { sourcesPanel } from './metric/sources.js'

/** Most samples of a day that are drawn as points. */
const pointsMax = 600

export function metricView() {
    const heading = element('h1')
    const unit = element('select', { id: newID('unit'), onchange: () => chooseUnit() })
    const unitField = element('label.row', { for: unit.id }, text.metric.unit, unit)
    const bar = rangeBar('metric', null, { range: rangeDefault, date: today() })
    const terms = element('dl.metric-figures')
    const readout = element('p.metric-readout.hint')
    const why = button(text.metric.why, () => openWhy(why), { hidden: true })
    const compare = element('select', { id: newID('compare'), onchange: () => set({ compare: compare.value, why: null }) },
        element('option', { value: '' }, text.metric.compareNone),
        element('option', { value: 'before' }, text.metric.compareBefore),
        element('option', { value: 'year' }, text.metric.compareYear))
    const tabs = element('div.segmented', { role: 'group', 'aria-label': text.metric.show })
    const chart = timeChart({
        pick: (index, isKeyboard) => {
            pickItem(index)
            if (isKeyboard && index !== null && !why.hidden) openWhy(chart)
        },
        range: (first, last) => zoom(first, last),
        point: index => showReadout(index),
    }, () => tableOf(one, figures, state.range))
    const empty = element('p.chart-empty', { hidden: true })
    const chartCard = element('section.card', {}, terms, element('div.metric-reading', {}, readout, why), empty, chart.element)
    chart.foot.prepend(element('label', { for: compare.id }, text.metric.compare), compare)
    chart.foot.append(csvButton(() => `${one.shortName} ${state.range.from} ${state.range.to}`,
        () => fileRows(figures, pairOf(one) ? pairOf(one).map(part => part.shortName) : null)))
    const explanation = explanationPanel(() => {
        set({ why: null }, true)
        opener?.focus()
    })
    const samples = samplesTable()
    const sources = sourcesPanel(ids => set({ source: ids }), () => reload())
    const pattern = patternPanel()
    const goals = goalPanel(() => reload())
    const side = element('div.stack-cards', {}, goals.element, sources.element, pattern.element)
    const columns = element('div.columns', {}, element('div.stack-cards', {}, chartCard), side)
    const root = element('div.view', {},
        element('div.view-head', {}, heading, tabs, unitField), bar.element, columns)

    let one = null
    let state = null
    /** What the chart shows; see `figuresOf`. */
    let figures = { items: [] }
    /** The chosen bucket, whose value stays above the chart; null for none. */
    let picked = null
    /** What gets the focus back when the explanation closes. */
    let opener = null
    /** The calendar, which is loaded when it is opened. */
    let days = null
    let loaded = null
    let control = null
    /** The start of the bucket whose explanation has the focus. */
    let explained = null
    /** The range of all samples of each type. */
    const wholeRanges = new Map()

    const set = (changes, replace = false) => {
        go(pathOf('metric', one.shortName, { ...state.parameters, ...changes }), { replace })
    }
    const reload = () => {
        loaded = null
        show({ item: one.shortName, parameters: state.parameters }).catch(notifyError)
    }

    const chooseUnit = async () => {
        try {
            await setPreferences({ units: { [one.identifier]: unit.value === one.unit ? null : unit.value } })
            reload()
        } catch (error) {
            notifyError(error)
        }
    }

    const show = async route => {
        const wanted = type(route.item)
        if (!wanted) throw new ViewError(text.errors.noType(route.item))
        if (wanted !== one) switchTo(wanted)
        document.title = text.title(one.displayName)
        const { person, ...parameters } = route.parameters
        state = stateOf(parameters)
        const isData = parameters.show === 'data' || !hasChart()
        const isCalendar = parameters.show === 'calendar' && hasCalendar()
        control?.abort()
        control = new AbortController()
        state.range ??= await allSamples()
        bar.update(one.shortName, isCalendar ? calendarState() : barState())
        showTabs(isData ? 'data' : isCalendar ? 'calendar' : null)
        chartCard.hidden = isData || isCalendar
        side.hidden = !hasChart()
        samples.element.remove()
        days?.element.remove()
        unit.value = preference().units[one.identifier] ?? one.unit ?? ''
        goals.show(one)
        if (isCalendar) {
            loaded = null
            explanation.element.remove()
            days ??= (await import('./metric/calendar.js')).calendarPanel()
            sources.show(await days.show(one, ask(), await allSamples(), state), sourceList())
            columns.firstElementChild.append(days.element)
            return
        }
        if (isData) {
            loaded = null
            explanation.element.remove()
            await samples.show(one, { ...question(state.range), source: sourceList() }, control.signal)
            columns.firstElementChild.append(samples.element)
            return
        }
        compare.value = parameters.compare ?? ''
        compare.disabled = state.name === 'All' || pairOf(one) !== null
        const key = JSON.stringify([one.shortName, { ...parameters, why: null }, preference()])
        if (key !== loaded) {
            loaded = null
            await load()
            loaded = key
        }
        await explain(parameters.why)
    }

    const hasChart = () => one.aggregationStyle || pairOf(one)
    const hasCalendar = () => one.aggregationStyle && !pairOf(one)

    const switchTo = wanted => {
        one = wanted
        loaded = null
        setStyle(root, { '--accent': colorOf(one.identifier) })
        fill(heading, element('span.dot', { 'aria-hidden': 'true' }), ' ', one.displayName)
        unitField.hidden = (one.units?.length ?? 0) < 2
        fill(unit, (one.units ?? []).map(name =>
            element('option', { value: name }, format.unitLabel(shownUnit(one, name)) || name)))
        sources.reset(pairOf(one)?.[0] ?? one)
        pattern.element.hidden = isCategory(one) || pairOf(one) !== null || isOfNights(one)
        pattern.reset(one)
    }

    const allSamples = async () => {
        if (!wholeRanges.has(one.identifier)) wholeRanges.set(one.identifier, await wholeRange(one, control.signal))
        return wholeRanges.get(one.identifier)
    }

    const barState = () => {
        const { compare, source, show } = state.parameters
        return {
            range: state.name ?? 'custom', date: state.date, ranges: rangesOfMetric,
            isWhole: state.name === null || state.name === 'All', parameters: { compare, source, show },
            words: datesInWords(state),
        }
    }

    /** The calendar shows twelve months, whatever the range of the chart is. */
    const calendarState = () => ({
        range: 'Y', date: state.date, ranges: [], parameters: { source: state.parameters.source, show: 'calendar' },
    })

    const showTabs = shown => {
        tabs.hidden = !hasChart()
        const link = (label, value) => element('a', {
            href: pathOf('metric', one.shortName, { ...state.parameters, show: value, why: null }),
            'aria-current': value === shown ? 'true' : null,
        }, label)
        fill(tabs, link(text.metric.chart, null), hasCalendar() ? link(text.metric.calendar, 'calendar') : null,
            link(text.metric.allData, 'data'))
    }

    const sourceList = () => state.parameters.source?.split(',') ?? null

    /** Returns the parameters that every question about a range has. */
    const question = range => ({
        type: one.shortName, ...isOfNights(one) ? nightRange(range) : { from: range.from, to: range.to }, timeZone: zoneParameter(), unit: unitParameter([one]),
        source: sourceList(),
    })

    /** Returns where the buckets of nights begin; null for any other type. */
    const anchorOf = range => isOfNights(one) ? nightAnchor(range, firstWeekday()) : null

    const ask = () => ({ question, anchorOf, signal: control.signal })

    const load = async () => {
        const { signal } = control
        const before = pairOf(one) ? null : comparedRange(state)
        const asked = [state.range, before].map(range => range && figuresOf(one, ask(), range))
        const compared = before ? comparison(one, ask(), state.range, before, ...asked) : null
        const [now, then, versus, points] = await Promise.all([...asked, compared, dayPoints(signal)])
        figures = now
        picked = null
        why.hidden = true
        if (then && !isOfOtherDensity(versus)) compareWith(now, then)
        const goal = hasGoal(one) ? preference().goals[one.identifier] ?? null : null
        fill(terms, figureTerms(one, now, versus, goal))
        showReadout(null)
        await showEmpty(signal)
        const drawing = chart.draw({
            ...drawingOf(one, now, { ...state.range, interval: now.interval }, goal), isTimes: isOfTimes(state.range),
            points: points ? pointsOf(points, now.buckets) : [],
            summary: figureSentence(one, now, datesInWords(state), goal),
        })
        sources.show(now.sources, sourceList())
        pattern.show(state.range)
        await drawing
        signal.throwIfAborted()
    }

    /** If the range has no samples, says so and links to the newest sample. */
    const showEmpty = async signal => {
        const isEmpty = figures.items.every(item => (item.value ?? item.minimum ?? null) === null)
        empty.hidden = !isEmpty
        if (!isEmpty) return
        const { latest } = await api.get('/v1/latest', { types: one.shortName }, { signal })
        const date = latest[0]?.sample ? localText(latest[0].sample.startDate, currentZone()).slice(0, 10) : null
        fill(empty, text.chart.empty, date ? [' · ', element('a', {
            href: pathOf('metric', one.shortName, { range: state.name ?? rangeDefault, date }),
        }, text.metric.newest(format.date(date, 'dayWithYear')))] : null)
    }

    /** Returns the samples of a single day, if they are few enough to draw each. */
    const dayPoints = async signal => {
        if (!isDiscrete(one) || state.range.days > 1 || !isOfTimes(state.range)) return null
        const page = await api.get('/v1/samples', { ...question(state.range), limit: pointsMax, quantities: true }, { signal })
        return page.cursor ? null : page.samples.flatMap(sample => sample.quantities ?? [sample])
    }

    const showReadout = index => {
        const item = figures.items[index ?? picked]
        const isMoving = zoneParameter() === 'person' && zoneHistory().length > 1
        fill(readout, item
            ? [element('strong', {}, item.label), ': ', [item.words, item.smoothWords].filter(Boolean).join(' · '),
                item.isRunning ? ` ${text.common.soFar}` : '']
            : `${datesInWords(state)} · ${(isMoving ? text.metric.zoneMoving : text.metric.zoneFixed)(currentZone())}`)
    }

    /** Chooses a bucket: its value stays above the chart, with a button for its explanation. */
    const pickItem = index => {
        picked = index
        why.hidden = index === null || pairOf(one) !== null
        chart.choose(index)
        showReadout(index)
    }

    const openWhy = from => {
        opener = from
        set({ why: figures.items[picked].bucket.startDate }, true)
    }

    const zoom = (first, last) => {
        const cut = time => time.slice(0, isOfTimes(state.range) ? 19 : 10)
        const [from, to] = [cut(figures.items[first].bucket.startDate), cut(figures.items[last].bucket.endDate)]
        go(pathOf('metric', one.shortName, { from, to, source: state.parameters.source }))
    }

    const explain = async start => {
        // A link to a day has only its date.
        const isAsked = ({ bucket: { startDate } }) => startDate === start || startDate.slice(0, 10) === start
        const item = start && !pairOf(one) ? figures.items.find(isAsked) : null
        if (!item) {
            explained = null
            return explanation.element.remove()
        }
        pickItem(figures.items.indexOf(item))
        opener ??= why
        const { interval } = figures
        await explanation.show(one, item, {
            ...question(state.range), interval, bucket: item.bucket.asked ?? item.bucket.startDate,
            ...gridOf(interval, anchorOf({ ...state.range, interval })),
        }, control.signal)
        if (!explanation.element.isConnected) side.prepend(explanation.element)
        if (start === explained) return
        explained = start
        explanation.element.focus({ preventScroll: true })
    }

    return {
        element: root, show,
        changed: types => {
            for (const name of types ?? wholeRanges.keys()) wholeRanges.delete(name)
            if (one && (types === null || types.includes(one.identifier))) {
                loaded = null
                days?.forget()
                return show({ item: one.shortName, parameters: state.parameters })
            }
        },
        close: () => {
            control?.abort()
            chart.close()
        },
    }
}
