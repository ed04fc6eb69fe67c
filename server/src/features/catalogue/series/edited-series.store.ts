import type { PlainValuesOf } from '@octavo/contract/fields'
import type { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import type { Tx } from '../../../db'
import { columnsOf } from '../../../kernel/field-columns'
import { foldedOrNull } from '../../../kernel/text'
import { SERIES_VALUE_COLUMNS } from './series-fields'
import { learnWords, named } from './series-names.store'

/** Edited fields of a series, and its locks. */
export interface EditedSeries extends PlainValuesOf<typeof SERIES_FIELD_REGISTRY> {
  readonly title: string
  /** Null: those of its books. */
  readonly authors: readonly object[] | null
  readonly customMetadata: object | null
}

export interface LocksOfSeries {
  readonly locks: number
  readonly title: boolean
  readonly titleSort: boolean
}

/** Sets them regardless of locks. */
export async function setEditedSeries(
  tx: Tx,
  { pk, path, editedBy }: { readonly pk: number; readonly path: string; readonly editedBy: string | null },
  edited: EditedSeries,
  { locks, title, titleSort }: LocksOfSeries,
  now: number,
): Promise<void> {
  const {
    path: _path,
    path_folded: _folded,
    search_text: _words,
    ...names
  } = named(edited.title, edited.titleSort, path)
  await tx.query
    .updateTable('series')
    .set({
      ...names,
      ...columnsOf(SERIES_VALUE_COLUMNS, edited),
      summary_folded: foldedOrNull(edited.summary),
      publisher_folded: foldedOrNull(edited.publisher),
      authors: edited.authors && JSON.stringify(edited.authors),
      custom_metadata: edited.customMetadata && JSON.stringify(edited.customMetadata),
      edited_by: editedBy,
      locks,
      title_locked: title,
      title_sort_locked: titleSort,
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
  await learnWords(tx, pk)
}
