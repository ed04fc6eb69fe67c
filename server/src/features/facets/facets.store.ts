import { sql } from 'kysely'
import { type Tx, writeRows, writeShape } from '../../db'
import type { EmbeddedMetadata } from '../../formats/facts'
import { newId } from '../../kernel/ids'
import { searchText } from '../../kernel/search-words'
import { fold } from '../../kernel/text'

export type FacetKind = 'genre' | 'tag' | 'author' | 'language'

/** A name that books are sorted under. */
export interface Facet {
  readonly kind: FacetKind
  readonly name: string
}

/** What a book's file says of genres, tags, people and language. */
export function facetsOfMetadata(metadata: EmbeddedMetadata | null): readonly Facet[] {
  if (!metadata) return []
  const of = (kind: FacetKind, names: readonly (string | null)[]) =>
    names.flatMap(name => (name?.trim() ? [{ kind, name: name.trim() }] : []))
  return [
    ...of('genre', metadata.genres),
    ...of('tag', metadata.tags),
    ...of(
      'author',
      metadata.authors.map(author => author.name),
    ),
    ...of('language', [metadata.languageIso]),
  ]
}

/** Sets which names a book has; those of its series follow with `sumUpFacets`. */
export async function saveBookFacets(tx: Tx, bookPk: number, facets: readonly Facet[]): Promise<void> {
  if (facets.length === 0) {
    await writeShape(tx, 'facets.clear', { bookPk }, (query, p) =>
      query.deleteFrom('book_facets').where('book_pk', '=', p.bookPk),
    )
    return
  }
  const keys = await facetKeys(tx, facets)
  const rows = JSON.stringify([...keys.values()].map(facet_pk => ({ facet_pk })))
  const chosen = tx.dialect.jsonRows<{ facet_pk: number }>(rows, { facet_pk: 'bigint' }).as('chosen')
  await tx.query
    .deleteFrom('book_facets')
    .where('book_pk', '=', bookPk)
    .where('facet_pk', 'not in', tx.query.selectFrom(chosen).select('chosen.facet_pk') as never)
    .execute()
  await tx.query
    .insertInto('book_facets')
    .columns(['book_pk', 'facet_pk'])
    .expression(
      tx.query
        .selectFrom(chosen)
        .select([sql<number>`cast(${bookPk} as bigint)`.as('book_pk'), 'chosen.facet_pk'])
        .where(sql<boolean>`1 = 1`) as never,
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Keys of those that are there, by kind and folded name. */
async function keysOf(tx: Tx, facets: readonly Facet[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const [kind, ofKind] of Map.groupBy(facets, facet => facet.kind)) {
    const rows = await tx.query
      .selectFrom('facets')
      .select(['pk', 'name_key'])
      .where('kind', '=', kind)
      .where(
        'name_key',
        'in',
        ofKind.map(facet => fold(facet.name)),
      )
      .execute()
    for (const { pk, name_key } of rows) found.set(`${kind} ${name_key}`, pk)
  }
  return found
}

/** Adds names. Others who add some wait, so that two who add the same in another order never wait for each other. */
async function addFacets(tx: Tx, facets: readonly Facet[]): Promise<Map<string, number>> {
  await tx.dialect.lockName('facets').execute(tx.query)
  await tx.query
    .insertInto('facets')
    .values(
      facets.map(({ kind, name }) => {
        return { id: newId(), kind, name, name_key: fold(name), search_text: searchText(name) }
      }),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return keysOf(tx, facets)
}

/** Gives a series the names of its live books, but for those kinds whose names a person has set. */
export async function sumUpFacets(tx: Tx, seriesPk: number, held: readonly FacetKind[] = []): Promise<void> {
  const isHeld = sql<boolean>`facet_pk in (select pk from facets where kind in (${sql.join(held.map(kind => sql.lit(kind)))}))`
  const key = held.toSorted().join()
  await writeRows<{ facet_pk: number }, { seriesPk: number }>(tx, `facets.lose|${key}`, { seriesPk }, (query, p) => {
    const lost = query
      .deleteFrom('series_facets')
      .where('series_pk', '=', p.seriesPk)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('books')
              .innerJoin('book_facets', 'book_facets.book_pk', 'books.pk')
              .select('books.pk')
              .where('books.series_pk', '=', p.seriesPk)
              .where(sql<boolean>`not books.deleted`)
              .whereRef('book_facets.facet_pk', '=', 'series_facets.facet_pk'),
          ),
        ),
      )
    return (held.length === 0 ? lost : lost.where(sql<boolean>`not ${isHeld}`)).returning('facet_pk')
  })
  await writeShape(tx, `facets.gain|${key}`, { seriesPk }, (query, p) => {
    const gained = query
      .selectFrom('books')
      .innerJoin('book_facets', 'book_facets.book_pk', 'books.pk')
      .select(['books.series_pk', 'book_facets.facet_pk'])
      .distinct()
      .where('books.series_pk', '=', p.seriesPk)
      .where(sql<boolean>`not books.deleted`)
    return query
      .insertInto('series_facets')
      .columns(['series_pk', 'facet_pk'])
      .expression(held.length === 0 ? gained : gained.where(sql<boolean>`not ${isHeld}`))
      .onConflict(conflict => conflict.doNothing())
  })
}

/** Sets which names of one kind a series has, whatever its books say. */
export async function saveSeriesFacets(
  tx: Tx,
  seriesPk: number,
  kind: FacetKind,
  names: readonly string[],
): Promise<void> {
  const keys = await facetKeys(
    tx,
    names.map(name => ({ kind, name })),
  )
  await tx.query
    .deleteFrom('series_facets')
    .where('series_pk', '=', seriesPk)
    .where('facet_pk', 'in', eb => eb.selectFrom('facets').select('pk').where('kind', '=', kind))
    .execute()
  if (keys.size === 0) return
  await tx.query
    .insertInto('series_facets')
    .values([...keys.values()].map(facet_pk => ({ series_pk: seriesPk, facet_pk })))
    .execute()
}

/** Keys of names by kind and folded name; those that are new are added. */
async function facetKeys(tx: Tx, facets: readonly Facet[]): Promise<Map<string, number>> {
  const wanted = new Map(facets.map(facet => [`${facet.kind} ${fold(facet.name)}`, facet]))
  const known = await keysOf(tx, [...wanted.values()])
  const missing = [...wanted].filter(([name]) => !known.has(name)).map(([, facet]) => facet)
  if (missing.length > 0) for (const [name, pk] of await addFacets(tx, missing)) known.set(name, pk)
  return known
}
