import type { Tx } from '../../db'
import { foldedOrNull } from '../../kernel/text'
import { learnWords, named } from './series-names.store'

/** What a person has made of the fields of a series, and which of them are locked. */
export interface EditedSeries {
  readonly title: string
  readonly titleSort: string | null
  readonly summary: string | null
  readonly publisher: string | null
  readonly imprint: string | null
  readonly status: string | null
  readonly ageRating: number | null
  readonly language: string | null
  readonly readingDirection: string | null
  readonly year: number | null
  readonly totalVolumeCount: number | null
  readonly totalChapterCount: number | null
  /** Null: those of its books. */
  readonly authors: readonly object[] | null
  readonly customMetadata: object | null
}

export interface LocksOfSeries {
  readonly locks: number
  readonly title: boolean
  readonly titleSort: boolean
}

/** Sets them whatever is locked. */
export async function setEditedSeries(
  tx: Tx,
  { pk, path }: { readonly pk: number; readonly path: string },
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
      summary: edited.summary,
      summary_folded: foldedOrNull(edited.summary),
      publisher: edited.publisher,
      publisher_folded: foldedOrNull(edited.publisher),
      imprint: edited.imprint,
      status: edited.status,
      age: edited.ageRating,
      language: edited.language,
      reading_direction: edited.readingDirection,
      year: edited.year,
      total_volume_count: edited.totalVolumeCount,
      total_chapter_count: edited.totalChapterCount,
      authors: edited.authors && JSON.stringify(edited.authors),
      custom_metadata: edited.customMetadata && JSON.stringify(edited.customMetadata),
      locks,
      title_locked: title,
      title_sort_locked: titleSort,
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
  await learnWords(tx, pk)
}
