import { sql } from 'kysely'
import { insertRows, jsonText, runPrepared, type Tx } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { cleanName, facetKey } from './facet-name.rules'
import { addFacets, type KnownFacet, knownFacets } from './known-facets.store'

export type FacetKind =
  | 'genre'
  | 'tag'
  | 'author'
  | 'language'
  | 'publisher'
  | 'imprint'
  | 'character'
  | 'team'
  | 'location'
  | 'story_arc'

/** A name under which books are listed. */
export interface Facet {
  readonly kind: FacetKind
  readonly name: string
  /** Sort form of a person's name, if the file has it. */
  readonly sortName?: string | null
}

/** Aliases by kind and key, with their names. */
export type Renamed = ReadonlyMap<string, string>

/** The names in a book's file. */
export function facetsOfMetadata(metadata: EmbeddedMetadata | null): readonly Facet[] {
  if (!metadata) return []
  const of = (kind: FacetKind, names: readonly (string | null)[]) =>
    names.flatMap(name => (name?.trim() ? [{ kind, name: name.trim() }] : []))
  return [
    ...of('genre', metadata.genres),
    ...of('tag', metadata.tags),
    ...metadata.authors.map(({ name, sortName }) => ({ kind: 'author', name, sortName }) as const),
    ...of('language', [metadata.languageIso]),
    ...of('publisher', [metadata.publisher]),
    ...of('imprint', [metadata.imprint]),
    ...of('character', metadata.characters),
    ...of('team', metadata.teams),
    ...of('location', metadata.locations),
    ...of(
      'story_arc',
      metadata.storyArcs.map(arc => arc.name),
    ),
  ]
}

/**
 * Sets the names of books; `sumUpFacets` updates their series. Returns those that are aliases, with the names used
 * instead.
 */
export async function saveBookFacets(tx: Tx, books: ReadonlyMap<number, readonly Facet[]>): Promise<Renamed> {
  if (books.size === 0) return NO_RENAMED
  const keys = await facetKeys(tx, [...books.values()].flat())
  const pairs = [...books].flatMap(([book_pk, facets]) =>
    [...new Set(facets.flatMap(facet => keys.get(keyOf(facet))?.pk ?? []))].map(facet_pk => ({ book_pk, facet_pk })),
  )
  const bound = { books: JSON.stringify([...books.keys()]), pairs: jsonText(pairs) }
  await runPrepared(tx, 'facets.lose-of-books', bound, (p, query) =>
    query
      .deleteFrom('book_facets')
      .where(tx.dialect.isKeyOf(sql.ref('book_pk'), p.books))
      .where(
        sql<boolean>`(book_pk, facet_pk) not in ${tx.dialect.rowsFor('book_facets', ['book_pk', 'facet_pk'], p.pairs)}`,
      ),
  )
  await insertRows(tx, 'book_facets', pairs, { ignoreKnown: true })
  return renamedOf(keys)
}

const NO_RENAMED: Renamed = new Map()

function renamedOf(keys: ReadonlyMap<string, KnownFacet>): Renamed {
  return new Map([...keys].flatMap(([key, { standsFor }]) => (standsFor === null ? [] : [[key, standsFor]])))
}

/** Key for lookups in `Renamed`. */
export function keyOf({ kind, name }: Pick<Facet, 'kind' | 'name'>): string {
  return `${kind} ${facetKey(cleanName(name))}`
}

/** Gives series the names of their live books, except kinds that a person has set on all of these series. */
export async function sumUpFacets(
  tx: Tx,
  seriesPks: readonly number[],
  held: readonly FacetKind[] = [],
): Promise<void> {
  if (seriesPks.length === 0) return
  await shareNames(tx)
  const isHeld = sql<boolean>`facet_pk in (select pk from facets where kind in (${sql.join(held.map(kind => sql.lit(kind)))}))`
  const key = held.toSorted().join()
  const bound = { series: jsonText(seriesPks.map(pk => ({ pk }))), keys: JSON.stringify(seriesPks) }
  const ofBooks = (query: Tx['query'], series: string) =>
    query
      .selectFrom(tx.dialect.jsonRows<{ pk: number }>(series, { pk: 'bigint' }).as('wanted'))
      // Cross join: otherwise SQLite scans all books and tests each.
      .crossJoin('books')
      .crossJoin('book_facets')
      .whereRef('books.series_pk', '=', 'wanted.pk')
      .whereRef('book_facets.book_pk', '=', 'books.pk')
      .select(['books.series_pk', 'book_facets.facet_pk'])
      // PostgreSQL would compare every name with every book. On SQLite a conflict is cheaper than a sort.
      .$if(tx.dialect.kind === 'postgres', names => names.distinct())
      .where(sql<boolean>`not books.deleted`)
  await runPrepared(tx, `facets.lose|${key}`, bound, (p, query) => {
    const lost = query
      .deleteFrom('series_facets')
      .where(tx.dialect.isKeyOf(sql.ref('series_pk'), p.keys))
      // One query for all: with one per name, SQLite would read all books each time.
      .where(sql<boolean>`(series_pk, facet_pk) not in ${ofBooks(query, p.series)}`)
    return held.length === 0 ? lost : lost.where(sql<boolean>`not ${isHeld}`)
  })
  await runPrepared(tx, `facets.gain|${key}`, bound, (p, query) => {
    const gained = ofBooks(query, p.series)
    return query
      .insertInto('series_facets')
      .columns(['series_pk', 'facet_pk'])
      .expression(held.length === 0 ? gained : gained.where(sql<boolean>`not ${isHeld}`))
      .onConflict(conflict => conflict.doNothing())
  })
}

/** Adds own names of series to those from their books. */
export async function addSeriesFacets(tx: Tx, series: ReadonlyMap<number, readonly Facet[]>): Promise<void> {
  const keys = await facetKeys(tx, [...series.values()].flat())
  const rows = [...series].flatMap(([series_pk, facets]) =>
    [...new Set(facets.flatMap(facet => keys.get(keyOf(facet))?.pk ?? []))].map(facet_pk => ({ series_pk, facet_pk })),
  )
  if (rows.length > 0) await insertRows(tx, 'series_facets', rows, { ignoreKnown: true })
}

/** Sets the names of one kind of a series, overriding its books. */
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
    [...new Set([...keys.values()].map(({ pk }) => pk))].map(facet_pk => ({ series_pk: seriesPk, facet_pk })),
  )
}

/** Names by kind and key; creates missing ones. Blocks renames and merges until the transaction ends. */
async function facetKeys(tx: Tx, facets: readonly Facet[]): Promise<Map<string, KnownFacet>> {
  const clean = facets.flatMap(facet => {
    const name = cleanName(facet.name)
    return name === '' ? [] : [{ ...facet, name, key: keyOf(facet) }]
  })
  // The first spelling in a book is stored.
  const wanted = new Map(clean.toReversed().map(facet => [facet.key, facet]))
  if (wanted.size === 0) return new Map()
  await shareNames(tx)
  const known = await knownFacets(tx, [...wanted.values()])
  const missing = [...wanted.values()].filter(({ key }) => !known.has(key))
  if (missing.length > 0) for (const [key, facet] of await addFacets(tx, missing)) known.set(key, facet)
  return known
}

/** Shared lock against changes of names; see `lockNames`. */
async function shareNames(tx: Tx): Promise<void> {
  await tx.dialect.shareName('facet-names').execute(tx.query)
}

/** Exclusive lock on names until the transaction ends. Must be its first statement. */
export async function lockNames(tx: Tx): Promise<void> {
  await tx.dialect.lockName('facet-names').execute(tx.query)
}
