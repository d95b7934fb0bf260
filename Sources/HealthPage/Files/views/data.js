/** Where the data come from: imports, sources, phones, ECGs and settings. */

import { type } from '../core/catalogue.js'
import { may } from '../core/session.js'
import { text } from '../text/text.js'
import { sectionedView } from './sections.js'

export function dataView() {
    const { sections } = text.data
    return sectionedView('data', text.data.title, [
        {
            name: 'import', label: sections.import,
            load: async () => (await import('./data/imports.js')).importSection, isOffered: () => may('write'),
        },
        { name: 'sources', label: sections.sources, load: async () => (await import('./data/sources.js')).sourcesSection },
        {
            name: 'connect', label: sections.connect,
            load: async () => (await import('./data/connect.js')).connectSection, isOffered: () => may('manage'),
        },
        {
            name: 'ecg', label: sections.ecg,
            load: async () => (await import('./data/ecg.js')).ecgSection,
            isOffered: () => type('electrocardiogram')?.hasSamples ?? false,
        },
        { name: 'settings', label: sections.settings, load: async () => (await import('./data/settings.js')).settingsSection },
    ])
}
