import { jsonText, runPrepared, type Tx, updateRows } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { foldedOrNull } from '../../../kernel/text'
import { type FacetKind, keyOf, type Renamed } from '../facets'

/** Maps a stored name: to another one, itself, or null to remove it. */
export type Rename = (name: string) => string | null

/** Where a book stores names of a kind: a JSON array of names or of people, one name, or a member of the facts. */
const COLUMNS = {
  genre: { column: 'genres', holds: 'names' },
  tag: { column: 'tags', holds: 'names' },
  author: { column: 'authors', holds: 'people' },
  publisher: { column: 'publisher', holds: 'name' },
  imprint: { column: 'imprint', holds: 'name' },
  character: { column: 'facts', holds: 'facts', member: 'characters' },
  team: { column: 'facts', holds: 'facts', member: 'teams' },
  location: { column: 'facts', holds: 'facts', member: 'locations' },
  story_arc: { column: 'facts', holds: 'facts', member: 'storyArcs' },
} as const

type Stored =
  | { readonly column: string; readonly holds: 'name' | 'names' | 'people' }
  | { readonly column: string; readonly holds: 'facts'; readonly member: string }

function storedAs(kind: string): (typeof COLUMNS)[keyof typeof COLUMNS] | null {
  return Object.entries(COLUMNS).find(([name]) => name === kind)?.[1] ?? null
}

/** The facts of a file with aliases replaced by names. */
export function withNames(metadata: EmbeddedMetadata, renamed: Renamed): EmbeddedMetadata {
  if (renamed.size === 0) return metadata
  const of = (kind: FacetKind) => (name: string) => renamed.get(keyOf({ kind, name })) ?? name
  const each = (kind: FacetKind, names: readonly string[]) => [...new Set(names.map(of(kind)))]
  return {
    ...metadata,
    publisher: metadata.publisher && of('publisher')(metadata.publisher),
    imprint: metadata.imprint && of('imprint')(metadata.imprint),
    genres: each('genre', metadata.genres),
    tags: each('tag', metadata.tags),
    authors: metadata.authors.map(author => ({ ...author, name: of('author')(author.name) })),
    characters: each('character', metadata.characters),
    teams: each('team', metadata.teams),
    locations: each('location', metadata.locations),
    storyArcs: metadata.storyArcs.map(arc => ({ ...arc, name: of('story_arc')(arc.name) })),
  }
}

/** A stored value with its names replaced. */
export function valueWith(value: string, stored: Stored, change: (names: Names) => Names): string | null {
  if (stored.holds === 'name') {
    const [name] = change([value])
    return name === undefined ? null : nameOf(name)
  }
  const parsed: unknown = JSON.parse(value)
  if (stored.holds !== 'facts') return JSON.stringify(change(parsed as Names))
  const facts = parsed as Record<string, Names | undefined>
  const names = facts[stored.member]
  return names ? JSON.stringify({ ...facts, [stored.member]: change(names) }) : value
}

/** A name, or an object with one: a person with a role, a story arc with a number. */
export type StoredElement = string | { readonly name: string }
export type Names = readonly StoredElement[]

export function nameOf(element: StoredElement): string {
  return typeof element === 'string' ? element : element.name
}

export function withName(element: StoredElement, name: string): StoredElement {
  return typeof element === 'string' ? name : { ...element, name }
}

function sameElement(one: StoredElement, other: StoredElement): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Without duplicates. */
export function renamedList(names: Names, rename: Rename): Names {
  const renamed = names.flatMap(each => {
    const name = rename(typeof each === 'string' ? each : each.name)
    return name === null ? [] : [typeof each === 'string' ? name : { ...each, name }]
  })
  return [...new Map(renamed.map(each => [JSON.stringify(each), each])).values()]
}

/** What was stored of an alias before a merge replaced it. */
export interface FormerElement {
  readonly element: StoredElement
  /** Its position relative to the name itself, if that was stored in the same list and stays. */
  readonly own: 'before' | 'after' | null
}

/**
 * A list as it would be without a merge: former elements return to the place of the merged one. Later edits of the list
 * stay.
 */
export function restoredNames(
  names: Names,
  former: readonly FormerElement[],
  { isName, current }: { readonly isName: (name: string) => boolean; readonly current: string },
): Names {
  const left = [...former]
  const restored = names.flatMap((each): Names => {
    if (!isName(nameOf(each))) return [each]
    const like = (one: FormerElement) => sameElement(withName(one.element, current), withName(each, current))
    const mine = left.filter(like)
    if (mine.length === 0) return [each]
    for (const one of mine) left.splice(left.indexOf(one), 1)
    const back = (own: FormerElement['own']) => mine.filter(one => one.own === own).map(({ element }) => element)
    const [before, after] = [back('before'), back('after')]
    return before.length + after.length > 0 ? [...before, each, ...after] : back(null)
  })
  return [...new Map(restored.map(each => [JSON.stringify(each), each])).values()]
}

/** Changes the names of a kind stored with some books, each list by itself. The caller has locked names. */
export async function changeStored(
  tx: Tx,
  kind: string,
  bookPks: readonly number[],
  change: (names: Names, bookPk: number) => Names,
  now: number,
): Promise<void> {
  const stored = storedAs(kind)
  if (!stored || bookPks.length === 0) return
  const { column } = stored
  const books = jsonText(bookPks.map(pk => ({ pk })))
  const rows = await runPrepared<{ book_pk: number; value: string | null }, { books: string }>(
    tx,
    `metadata.names|${column}`,
    { books },
    (p, query) =>
      query
        .selectFrom(tx.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' }).as('wanted'))
        .innerJoin('book_metadata', 'book_metadata.book_pk', 'wanted.pk')
        .select(['book_metadata.book_pk', `book_metadata.${column} as value`]),
  )
  const changed = rows.flatMap(({ book_pk, value }) => {
    const next = value === null ? null : valueWith(value, stored, names => change(names, book_pk))
    const folded = column === 'publisher' && { publisher_folded: foldedOrNull(next) }
    return next === value ? [] : [{ book_pk, [column]: next, ...folded, updated_at: now }]
  })
  await updateRows(tx, 'book_metadata', 'renamed', changed, { by: ['book_pk'] })
}
