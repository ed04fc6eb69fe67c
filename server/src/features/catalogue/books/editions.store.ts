import { type SqlBool, sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { editionKey } from '../../../naming/editions.rules'
import type { BookToNameAgain } from './editions.queries'
import { updateBooks } from './written-books.store'

/** Where the editions of a book are. */
interface EditionPlace {
  readonly folder_pk: number
  readonly edition_key: number | null
}

export function editionPlaces(tx: Tx, pks: readonly number[]): Promise<EditionPlace[]> {
  return tx.query
    .selectFrom('books')
    .select(['folder_pk', 'edition_key'])
    .where(tx.dialect.isKeyOf(sql.ref('pk'), JSON.stringify(pks)))
    .execute()
}

/**
 * Records that books came to some places, left them, or changed their series there, so that those there are named again: by `nameEditions`, or by
 * the next scan if that is interrupted. A book that is alone is skipped unless all are asked for.
 */
export async function changeEditions(
  tx: Tx,
  places: readonly EditionPlace[],
  which: 'several' | 'all' = 'several',
): Promise<void> {
  const known = places.filter(({ edition_key }) => edition_key !== null)
  const once = [...new Map(known.map(place => [`${place.folder_pk}/${place.edition_key}`, place])).values()]
  if (once.length === 0) return
  const text = JSON.stringify(once.map(({ folder_pk, edition_key }) => ({ folder_pk, edition_key })))
  await runPrepared(tx, `books.editions changed|${which}`, { places: text }, p => {
    const given = tx.dialect.jsonRows(p.places, { folder_pk: 'bigint', edition_key: 'bigint' })
    const isAsked = which === 'all' ? sql<SqlBool>`1 = 1` : HAS_OTHERS
    // SQLite joins in this order.
    return sql`update books set edition_changes = edition_changes + 1 where pk in (
      select own.pk from ${given} as place cross join books as own
      where own.folder_pk = place.folder_pk and own.edition_key = place.edition_key and ${isAsked})`
  })
}

const HAS_OTHERS = sql<SqlBool>`exists (select 1 from books as other
  where other.folder_pk = own.folder_pk and other.edition_key = own.edition_key and other.pk <> own.pk)`

/** Gives books of an older version of Octavo what editions are found by; of these, only those with others are named again. */
export async function completeEditions(tx: Tx, books: readonly BookToNameAgain[]): Promise<void> {
  const rows = books.map(({ pk, path }) => ({ pk, edition_key: editionKey(path), edition_changes: 0 }))
  await updateBooks(tx, 'edition', rows, { only: sql`books.edition_key is null` })
  await changeEditions(
    tx,
    books.map(({ folder_pk, path }) => ({ folder_pk, edition_key: editionKey(path) })),
  )
}

/** Records that books have been named, and returns them: without those whose editions have changed again since. */
export async function setNamed(tx: Tx, books: readonly BookToNameAgain[]): Promise<ReadonlySet<number>> {
  const rows = books.map(({ pk, edition_changes }) => ({ pk, edition_changes }))
  const only = sql<SqlBool>`books.edition_changes = v.edition_changes`
  const written = await updateBooks(tx, 'named', rows, { only, set: { edition_changes: sql`0` } })
  return new Set(written.map(({ pk }) => pk))
}
