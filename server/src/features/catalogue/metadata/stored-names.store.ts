import { sql } from 'kysely'
import { jsonText, type Tx, writeRows, writeShape } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { foldedOrNull } from '../../../kernel/text'
import { type FacetKind, keyOf, type Renamed } from '../facets'

/** What a stored name becomes: another one, the same, or null for none. */
export type Rename = (name: string) => string | null

/** Where names of a kind are stored with a book: a JSON array of names, one of people, one name, or a member of the facts. */
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

/** The facts of a file with names for those that are aliases. */
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

/** Names of a stored value, renamed; each once. */
export function renamedValue(value: string, stored: Stored, rename: Rename): string | null {
  if (stored.holds === 'name') return rename(value)
  const parsed: unknown = JSON.parse(value)
  if (stored.holds !== 'facts') return JSON.stringify(renamedList(parsed as Names, rename))
  const facts = parsed as Record<string, Names | undefined>
  const names = facts[stored.member]
  return names ? JSON.stringify({ ...facts, [stored.member]: renamedList(names, rename) }) : value
}

type Names = readonly (string | { readonly name: string })[]

/** Names, or things that have a name. */
function renamedList(names: Names, rename: Rename): Names {
  const renamed = names.flatMap(each => {
    const name = rename(typeof each === 'string' ? each : each.name)
    return name === null ? [] : [typeof each === 'string' ? name : { ...each, name }]
  })
  return [...new Map(renamed.map(each => [JSON.stringify(each), each])).values()]
}

/** Renames what is stored with some books. Nobody else changes names meanwhile. */
export async function renameStored(
  tx: Tx,
  kind: string,
  bookPks: readonly number[],
  rename: Rename,
  now: number,
): Promise<void> {
  const stored = storedAs(kind)
  if (!stored || bookPks.length === 0) return
  const { column } = stored
  const books = jsonText(bookPks.map(pk => ({ pk })))
  const rows = await writeRows<{ book_pk: number; value: string | null }, { books: string }>(
    tx,
    `metadata.names|${column}`,
    { books },
    (query, p) =>
      query
        .selectFrom(tx.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' }).as('wanted'))
        .innerJoin('book_metadata', 'book_metadata.book_pk', 'wanted.pk')
        .select(['book_metadata.book_pk', `book_metadata.${column} as value`]),
  )
  const changed = rows.flatMap(({ book_pk, value }) => {
    const next = value === null ? null : renamedValue(value, stored, rename)
    return next === value ? [] : [{ book_pk, value: next, folded: foldedOrNull(next) }]
  })
  if (changed.length === 0) return
  const values = { rows: jsonText(changed), now }
  await writeShape(tx, `metadata.rename|${column}`, values, (query, p) => {
    const types = { book_pk: 'bigint', value: 'text', folded: 'text' } as const
    const given = tx.dialect.jsonRows<{ book_pk: number; value: string; folded: string | null }>(p.rows, types)
    return query
      .updateTable('book_metadata')
      .from(given.as('given'))
      .set({
        [column]: sql.ref('given.value'),
        ...(column === 'publisher' && { publisher_folded: sql.ref('given.folded') }),
        updated_at: sql`cast(${p.now} as bigint)`,
      })
      .whereRef('book_metadata.book_pk', '=', 'given.book_pk')
  })
}
