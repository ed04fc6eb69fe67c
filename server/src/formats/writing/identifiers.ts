import { knownSource, sourceName } from '@octavo/contract/external-sources'
import { isbnOf } from '../empty-metadata'
import type { Identifier } from '../facts'

/** Sources of the schema of MetronInfo 1.0, in its words. */
const METRON_SOURCES: ReadonlyMap<string, string> = new Map([
  ...(['AniList', 'Comic Vine', 'Grand Comics Database', 'Kitsu', 'MangaDex', 'MangaUpdates'] as const).map(entry),
  ...(['Metron', 'MyAnimeList', 'League of Comic Geeks'] as const).map(entry),
])

function entry(name: string): [source: string, name: string] {
  return [knownName(name), name]
}

/** One name for a source, however a file, a plugin or a person calls it. */
export function knownName(source: string): string {
  return knownSource(source)?.source ?? sourceName(source)
}

/** Ids of the book that a MetronInfo.xml has a place for, each source once. */
export function metronIds(ids: readonly Identifier[]) {
  return bookIds(ids).flatMap(({ source, id }) => {
    const name = METRON_SOURCES.get(source)
    return name === undefined ? [] : [{ source, name, id }]
  })
}

/** Ids of the book that a package document has a place for: a scheme is one word. */
export function opfIds(ids: readonly Identifier[]) {
  return bookIds(ids).filter(
    ({ source, id }) => /^[a-z][a-z0-9]{1,30}$/.test(source) && source !== 'isbn' && isPlain(id),
  )
}

/** What is read as an address, an ISBN or an id of another scheme would be none of this source. */
function isPlain(id: string): boolean {
  return /^\S+$/.test(id) && !/^(?:https?|urn):/i.test(id) && !/^(?:isbn|97[89])/i.test(id) && isbnOf(id) === null
}

/** Ids of the book, each source once by its one name. */
export function bookIds(ids: readonly Identifier[]) {
  const first = new Map<string, { readonly source: string; readonly id: string }>()
  for (const { source, id, of } of ids) {
    const name = knownName(source)
    if (of === 'book' && !first.has(name)) first.set(name, { source: name, id })
  }
  return [...first.values()].toSorted((a, b) => (a.source < b.source ? -1 : 1))
}

/**
 * What becomes of the ids in a document: those of other sources stay, and so do those that are wanted.
 * @param there ids in the order of the document, of sources that it has a place for
 */
export function idChanges<Wanted extends { readonly source: string; readonly id: string }>(
  there: readonly { readonly source: string; readonly id: string }[],
  wanted: readonly Wanted[],
): { readonly replaced: ReadonlySet<string>; readonly added: readonly Wanted[] } {
  const first = new Map(there.toReversed().map(({ source, id }) => [source, id]))
  const ids = new Map(wanted.map(({ source, id }) => [source, id]))
  const replaced = new Set([...first].flatMap(([source, id]) => (ids.get(source) === id ? [] : [source])))
  return { replaced, added: wanted.filter(({ source, id }) => first.get(source) !== id) }
}

/** For a person. */
export function displayedId({ source, id }: Pick<Identifier, 'source' | 'id'>): string {
  return `${knownSource(source)?.name ?? source} ${id}`
}
