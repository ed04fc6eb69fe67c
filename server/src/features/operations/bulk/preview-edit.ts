import type { BookBulkAction, SeriesBulkAction } from '@octavo/contract/bulk-actions'
import type { BulkEditPreviewDto, BulkSelection } from '@octavo/contract/bulk-edit'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { nextTurn } from '../../../platform/task-work'
import { manyEdits } from '../../catalogue/editing'
import { actionNamed } from './bulk-actions'
import { moreSkipped } from './bulk-edits.store'
import { type Kind, selectedKeys } from './selection'

/** Rows checked before yielding. */
const AT_ONCE = 50

export type Requested =
  | { readonly kind: 'book'; readonly action: BookBulkAction }
  | { readonly kind: 'series'; readonly action: SeriesBulkAction }

/** The effect of an edit on one book or series. */
interface Outcome {
  readonly id: string
  readonly title: string
  readonly changes: BulkEditPreviewDto['examples'][number]['changes']
  readonly locksChange: boolean
  readonly skipped: readonly string[]
}

/** A preview of a bulk edit: writes nothing. Names by rules are not computed. */
export async function previewEdit(
  reader: Reader,
  viewer: Viewer,
  requested: Requested,
  { selection, includeLocked }: { readonly selection: BulkSelection; readonly includeLocked: boolean },
): Promise<BulkEditPreviewDto> {
  const keys = await selectedKeys(reader, viewer, requested.kind, selection)
  const looked = keys.slice(0, LIMITS.bulk.previewed)
  const fields = new Map<string, number>()
  const examples: BulkEditPreviewDto['examples'] = []
  let [changed, checked] = [0, 0]
  let skipped: BulkEditPreviewDto['skipped'] = []
  for (let at = 0; at < looked.length; at += AT_ONCE) {
    const outcomes = await outcomesOf(reader, requested, includeLocked, looked.slice(at, at + AT_ONCE))
    for (const { id, title, changes, locksChange, skipped: left } of outcomes) {
      checked++
      skipped = moreSkipped(
        skipped,
        left.map(field => ({ field, id })),
      )
      if (changes.length === 0 && !locksChange) continue
      changed++
      for (const { field } of changes) fields.set(field, (fields.get(field) ?? 0) + 1)
      if (examples.length < LIMITS.bulk.examples) examples.push({ id, title, changes: [...changes] })
    }
    await nextTurn()
  }
  const counts = [...fields].map(([field, count]) => ({ field, count }))
  return { matched: keys.length, checked, changed, fields: counts, skipped, examples }
}

async function outcomesOf(
  reader: Reader,
  { kind, action }: Requested,
  includeLocked: boolean,
  pks: readonly number[],
): Promise<Outcome[]> {
  const does = actionNamed(action.type)
  if (kind === 'book') {
    const change = does.isEdit ? does.books(action, includeLocked).change : null
    const states = await manyEdits.bookStates(reader, pks)
    return states.map(state => {
      const { book, values, file } = state
      const made = change && manyEdits.editedBook(values, book.locks, change(state), file)
      return outcomeOf(book, values, made, made === null || made.locks !== book.locks)
    })
  }
  const change = does.isEdit ? does.series(action, includeLocked).change : null
  const outcomes: Outcome[] = []
  for (const pk of pks) {
    const state = await manyEdits.seriesState(reader, pk)
    const { row, values } = state
    const locks = manyEdits.locksOf(row)
    const made = change && manyEdits.editedSeries(values, locks, change(state), manyEdits.seriesFileOf(row))
    outcomes.push(outcomeOf(row, values, made, made === null || !manyEdits.isSame(locks, made.locks)))
  }
  return outcomes
}

/** An action that starts tasks changes nothing here, and applies to each item. */
function outcomeOf(
  { id, title }: { readonly id: string; readonly title: string },
  before: object,
  made: { readonly values: object; readonly fields: readonly string[]; readonly skipped: readonly string[] } | null,
  locksChange: boolean,
): Outcome {
  const changes = made ? differences(before, made.values, made.fields) : []
  return { id, title, changes, locksChange, skipped: made?.skipped ?? [] }
}

function differences(before: object, after: object, fields: readonly string[]): Outcome['changes'] {
  const { valueAt } = manyEdits
  return fields.map(field => ({ field, before: valueAt(before, field), after: valueAt(after, field) }))
}

export type { Kind }
