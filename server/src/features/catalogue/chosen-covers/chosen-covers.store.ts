import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { CoversTable } from '../../../db/schema/covers'
import type { CoverSubject } from './cover-subject.queries'

export type CoverRow = Selectable<CoversTable>

const COLUMNS = { book: 'book_pk', series: 'series_pk', library: 'library_pk', name: 'facet_pk' } as const

/** Covers that people have added, in the order of addition. */
export function coversOf(from: Reader | Tx, { kind, pk }: Pick<CoverSubject, 'kind' | 'pk'>): Promise<CoverRow[]> {
  return from.query.selectFrom('covers').selectAll().where(COLUMNS[kind], '=', pk).orderBy('pk').execute()
}

/** Null if the subject has no such cover. */
export async function coverOf(
  from: Reader | Tx,
  { kind, pk }: Pick<CoverSubject, 'kind' | 'pk'>,
  id: string,
): Promise<CoverRow | null> {
  const row = await from.query
    .selectFrom('covers')
    .selectAll()
    .where(COLUMNS[kind], '=', pk)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

export async function insertCover(
  tx: Tx,
  { kind, pk }: CoverSubject,
  cover: Omit<Insertable<CoversTable>, 'book_pk' | 'series_pk' | 'library_pk' | 'facet_pk'>,
): Promise<CoverRow> {
  return tx.query
    .insertInto('covers')
    .values({ ...cover, book_pk: null, series_pk: null, library_pk: null, facet_pk: null, [COLUMNS[kind]]: pk })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The crop of the picture, and its thumbnail. */
export async function setCrop(
  tx: Tx,
  pk: number,
  shown: { readonly crop: string | null; readonly version: string; readonly thumbHash: string | null },
  now: number,
): Promise<void> {
  await tx.query
    .updateTable('covers')
    .set({ crop: shown.crop, version: shown.version, thumb_hash: shown.thumbHash, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

export async function deleteCover(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('covers').where('pk', '=', pk).execute()
}
