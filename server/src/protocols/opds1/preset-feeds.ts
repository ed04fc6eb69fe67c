import { BOOK_ROW } from '../../features/catalogue/books'
import { SERIES_ROW } from '../../features/catalogue/series'
import {
  findPreset,
  isUsable,
  listOfPreset,
  type PresetRow,
  visiblePresets,
} from '../../features/finding/filter-presets'
import { selectPage } from '../../features/lists/engine'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import type { Feed } from './feed'
import { bookEntries, type FeedCall, type Page } from './feeds'
import { presetEntry, presetKind, seriesEntry } from './navigation-entry'

/** The saved filters that the viewer sees and may ask. */
export async function presetsFeed({ reader, viewer, addresses }: FeedCall): Promise<Feed> {
  const presets = (await visiblePresets(reader, viewer)).filter(preset => mayAsk(viewer, preset))
  return {
    kind: 'navigation',
    id: 'octavo-presets',
    title: 'Saved Filters',
    updatedAt: 0,
    self: addresses.presets,
    up: { href: addresses.catalog, kind: 'navigation' },
    entries: presets.map(preset => presetEntry(preset, addresses)),
  }
}

/** @throws NotFound, also for one that cannot be asked any more */
export async function presetFeed(asked: FeedCall, id: string, page: Page): Promise<Feed> {
  const { reader, viewer, addresses } = asked
  const preset = await findPreset(reader, viewer, id)
  if (!mayAsk(viewer, preset)) throw notFound('Filter preset')
  const { total, entries } = await found(asked, preset, page)
  return {
    kind: presetKind(preset),
    id: `preset-${preset.id}`,
    title: preset.name,
    updatedAt: preset.updated_at,
    self: addresses.preset(preset.id),
    up: { href: addresses.presets, kind: 'navigation' },
    paging: { ...page, total },
    entries,
  }
}

async function found(asked: FeedCall, preset: PresetRow, page: Page) {
  const { reader, viewer, addresses } = asked
  const question = { ...listOfPreset(preset, viewer), ...page }
  if (preset.target === 'books') {
    const { rows, total } = await selectPage(reader, viewer, BOOK_ROW, question)
    return { total, entries: await bookEntries(asked, rows) }
  }
  const { rows, total } = await selectPage(reader, viewer, SERIES_ROW, question)
  return { total, entries: rows.map(series => seriesEntry(series, addresses)) }
}

function mayAsk(viewer: Viewer, preset: PresetRow): boolean {
  return viewer.permissions.has(preset.target === 'books' ? 'books-read' : 'series-read') && isUsable(preset, viewer)
}
