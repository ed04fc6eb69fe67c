import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db'
import { seriesLockBit } from '../../../kernel/field-locks'
import { type CoverFacts, coverColumns } from '../../../kernel/main-color'
import { publishSeriesCover } from './publish-series-events'

export { seriesDrawnWords } from './series.json'

/** A series whose folder has, or had, a cover image. */
export interface ImagedSeries {
  readonly pk: number
  readonly cover_image: string | null
  readonly cover_version: string | null
}

/** A cover made from an image; without version and hash the image is unreadable. */
export interface OwnCover extends CoverFacts {
  /** JSON; see the column `cover_image`. */
  readonly image: string
}

/**
 * Sets the cover from the image in a series' folder, or removes it, so that the series shows its first book's. Does
 * nothing if another image was stored meanwhile, or a person has chosen a cover. Returns whether it changed.
 */
export async function saveSeriesCover(tx: Tx, before: ImagedSeries, cover: OwnCover | null): Promise<boolean> {
  const [row] = await tx.query
    .updateTable('series')
    .set({ cover_image: cover?.image ?? null, ...coverColumns(cover ?? { version: null, thumbHash: null }) })
    .where('pk', '=', before.pk)
    .where(eb =>
      before.cover_image === null
        ? eb('cover_image', 'is', null).and('cover_version', 'is', null)
        : eb('cover_image', '=', before.cover_image),
    )
    .where(sql<SqlBool>`(locks & ${sql.lit(seriesLockBit('cover'))}) = 0`)
    .returning(['pk', 'book_count'])
    .execute()
  if (!row) return false
  if (row.book_count > 0 && before.cover_version !== (cover?.version ?? null)) {
    const place = await tx.query
      .selectFrom('series')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .select(['series.id', 'libraries.id as library_id', 'series.library_pk'])
      .where('series.pk', '=', row.pk)
      .executeTakeFirstOrThrow()
    publishSeriesCover(tx, place)
  }
  return true
}

/** Selects a chosen cover for a series, or none of its own; without `shown` the cover stays. */
export async function setCoverChoice(
  tx: Tx,
  pk: number,
  { shown, isLocked }: { readonly shown: CoverFacts | undefined; readonly isLocked: boolean },
  now: number,
): Promise<void> {
  const bit = sql.lit(seriesLockBit('cover'))
  await tx.query
    .updateTable('series')
    .set({
      ...(shown && coverColumns(shown)),
      locks: isLocked ? sql<number>`locks | ${bit}` : sql<number>`locks & ~${bit}`,
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
}
