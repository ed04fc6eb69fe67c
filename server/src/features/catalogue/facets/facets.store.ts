import { sql } from 'kysely'
import { insertRows, jsonText, type Tx, writeRows, writeShape } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { newId } from '../../../kernel/ids'
import { searchText } from '../../../kernel/search-words'
import { nameKey } from '../../../kernel/text'

export type FacetKind = 'genre' | 'tag' | 'author' | 'language' | 'character' | 'team' | 'location' | 'story_arc'

/** A name that books are sorted under. */
export interface Facet {
  readonly kind: FacetKind
  readonly name: string
}

/** The names that a book's file says. */
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
    ...of('character', metadata.characters),
    ...of('team', metadata.teams),
    ...of('location', metadata.locations),
    ...of(
      'story_arc',
      metadata.storyArcs.map(arc => arc.name),
    ),
  ]
}

/** Sets which names books have; those of their series follow with `sumUpFacets`. */
export async function saveBookFacets(tx: Tx, books: ReadonlyMap<number, readonly Facet[]>): Promise<void> {
  if (books.size === 0) return
  const keys = await facetKeys(tx, [...books.values()].flat())
  const pairs = [...books].flatMap(([book_pk, facets]) =>
    [...new Set(facets.map(facet => keys.get(keyOf(facet))))].map(facet_pk => ({ book_pk, facet_pk })),
  )
  const bound = { books: jsonText([...books.keys()].map(pk => ({ pk }))), pairs: jsonText(pairs) }
  const chosen = (json: string) =>
    tx.dialect
      .jsonRows<{ book_pk: number; facet_pk: number }>(json, { book_pk: 'bigint', facet_pk: 'bigint' })
      .as('chosen')
  const pks = (json: string) => tx.dialect.jsonRows<{ pk: number }>(json, { pk: 'bigint' }).as('books')
  await writeShape(tx, 'facets.lose-of-books', bound, (query, p) =>
    query
      .deleteFrom('book_facets')
      .where('book_pk', 'in', query.selectFrom(pks(p.books)).select('books.pk'))
      .where(
        sql<boolean>`(book_pk, facet_pk) not in ${query.selectFrom(chosen(p.pairs)).select(['chosen.book_pk', 'chosen.facet_pk'])}`,
      ),
  )
  if (pairs.length === 0) return
  await writeShape(tx, 'facets.gain-of-books', bound, (query, p) =>
    query
      .insertInto('book_facets')
      .columns(['book_pk', 'facet_pk'])
      .expression(
        query.selectFrom(chosen(p.pairs)).select(['chosen.book_pk', 'chosen.facet_pk']).where(sql<boolean>`1 = 1`),
      )
      .onConflict(conflict => conflict.doNothing()),
  )
}

function keyOf({ kind, name }: Facet): string {
  return `${kind} ${nameKey(name)}`
}

/** Keys of those that are there, by kind and folded name. */
async function keysOf(tx: Tx, facets: readonly Facet[]): Promise<Map<string, number>> {
  const wanted = jsonText(facets.map(({ kind, name }) => ({ kind, name_key: nameKey(name) })))
  const columns = { kind: 'text', name_key: 'text' } as const
  const rows = await writeRows<{ pk: number; kind: string; name_key: string }, { wanted: string }>(
    tx,
    'facets.keys',
    { wanted },
    (query, p) =>
      query
        .selectFrom(tx.dialect.jsonRows<{ kind: string; name_key: string }>(p.wanted, columns).as('wanted'))
        .innerJoin('facets', join =>
          join.onRef('facets.kind', '=', 'wanted.kind').onRef('facets.name_key', '=', 'wanted.name_key'),
        )
        .select(['facets.pk', 'facets.kind', 'facets.name_key']),
  )
  return new Map(rows.map(({ pk, kind, name_key }) => [`${kind} ${name_key}`, pk]))
}

/** Adds names. Concurrent calls wait, so that two with the same names in another order never deadlock. */
async function addFacets(tx: Tx, facets: readonly Facet[]): Promise<Map<string, number>> {
  await tx.dialect.lockName('facets').execute(tx.query)
  const rows = facets.map(({ kind, name }) => {
    return { id: newId(), kind, name, name_key: nameKey(name), search_text: searchText(name) }
  })
  await insertRows(tx, 'facets', rows, { ignoreKnown: true })
  return keysOf(tx, facets)
}

/** Gives series the names of their live books, but for those kinds whose names a person has set for all of these series. */
export async function sumUpFacets(
  tx: Tx,
  seriesPks: readonly number[],
  held: readonly FacetKind[] = [],
): Promise<void> {
  if (seriesPks.length === 0) return
  const isHeld = sql<boolean>`facet_pk in (select pk from facets where kind in (${sql.join(held.map(kind => sql.lit(kind)))}))`
  const key = held.toSorted().join()
  const bound = { series: jsonText(seriesPks.map(pk => ({ pk }))) }
  const ofBooks = (query: Tx['query'], series: string) =>
    query
      .selectFrom(tx.dialect.jsonRows<{ pk: number }>(series, { pk: 'bigint' }).as('wanted'))
      // Crossed, which is what keeps SQLite from going through all books to ask of each whether it is wanted.
      .crossJoin('books')
      .crossJoin('book_facets')
      .whereRef('books.series_pk', '=', 'wanted.pk')
      .whereRef('book_facets.book_pk', '=', 'books.pk')
      .select(['books.series_pk', 'book_facets.facet_pk'])
      .where(sql<boolean>`not books.deleted`)
  await writeShape(tx, `facets.lose|${key}`, bound, (query, p) => {
    const wanted = tx.dialect.jsonRows<{ pk: number }>(p.series, { pk: 'bigint' }).as('wanted')
    const lost = query
      .deleteFrom('series_facets')
      .where('series_pk', 'in', query.selectFrom(wanted).select('wanted.pk'))
      // One query for all: one per name would make SQLite read all books with it.
      .where(sql<boolean>`(series_pk, facet_pk) not in ${ofBooks(query, p.series)}`)
    return held.length === 0 ? lost : lost.where(sql<boolean>`not ${isHeld}`)
  })
  await writeShape(tx, `facets.gain|${key}`, bound, (query, p) => {
    // Duplicates are a conflict, which costs less than removing them first.
    const gained = ofBooks(query, p.series)
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
  await insertRows(
    tx,
    'series_facets',
    [...keys.values()].map(facet_pk => ({ series_pk: seriesPk, facet_pk })),
  )
}

/** Keys of names by kind and folded name; those that are new are added. */
async function facetKeys(tx: Tx, facets: readonly Facet[]): Promise<Map<string, number>> {
  const wanted = new Map(facets.map(facet => [keyOf(facet), facet]))
  if (wanted.size === 0) return new Map()
  const known = await keysOf(tx, [...wanted.values()])
  const missing = [...wanted].filter(([name]) => !known.has(name)).map(([, facet]) => facet)
  if (missing.length > 0) for (const [name, pk] of await addFacets(tx, missing)) known.set(name, pk)
  return known
}
