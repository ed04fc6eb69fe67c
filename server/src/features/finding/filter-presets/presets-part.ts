import { z } from 'zod'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { nameKey } from '../../../kernel/text'
import type { DataPart } from '../../../platform/data-part'
import { visiblePresets } from './filter-presets.queries'
import { pinPreset } from './filter-presets.store'
import { createPreset } from './save-preset'

const PresetRow = z.object({
  name: z.string().max(LIMITS.presets.name),
  scope: z.enum(['list', 'search']),
  target: z.enum(['series', 'books']),
  library: z.string().nullable(),
  condition: z.record(z.string(), z.unknown()),
  sort: z.string().max(500).nullable(),
  query: z.string().max(LIMITS.lists.fullTextSearch).nullable(),
  view: z.string().max(LIMITS.presets.view).nullable(),
  pinned: z.boolean(),
})
type PresetRow = z.infer<typeof PresetRow>

/** A user's saved filters; nobody else sees imported ones. */
export const PRESETS_PART: DataPart<PresetRow> = {
  name: 'saved-filters',
  row: PresetRow,
  async *rows(reader, viewer) {
    const own = (await visiblePresets(reader, viewer)).filter(row => row.user_pk === viewer.userPk)
    yield own.map(({ name, scope, target, library_id: library, condition, sort, query, view, pinned_by }) => ({
      ...{
        name,
        scope,
        target,
        library,
        condition: JSON.parse(condition),
        sort,
        query,
        view,
        pinned: pinned_by !== null,
      },
    }))
  },
  async judge({ reader, viewer, idHere }, rows) {
    const own = (await visiblePresets(reader, viewer)).filter(row => row.user_pk === viewer.userPk)
    const known = new Set(own.map(row => `${row.scope} ${row.target} ${row.library_id} ${nameKey(row.name)}`))
    return rows.map(({ scope, target, library, name }) => {
      const id = library === null ? null : idHere(library)
      if (library !== null && id === null) return 'missing'
      return known.has(`${scope} ${target} ${id} ${nameKey(name)}`) ? 'known' : 'taken'
    })
  },
  async save({ reader, viewer, write, now, rename, idHere }, rows) {
    const refused: PresetRow[] = []
    for (const row of rows) {
      const { library, pinned, ...request } = row
      const condition = JSON.parse(rename(JSON.stringify(row.condition)))
      const libraryId = library === null ? null : idHere(library)
      try {
        const made = await createPreset({ reader, write, now: () => now }, viewer, { ...request, condition, libraryId })
        if (pinned) await write(tx => pinPreset(tx, viewer.userPk, made.pk))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push(row)
      }
    }
    return refused
  },
}
