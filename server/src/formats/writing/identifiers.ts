import { knownSource, sourceName } from '@octavo/contract/external-sources'
import { isbnOf } from '../empty-metadata'
import type { Identifier } from '../facts'

/** Id sources of the MetronInfo 1.0 schema, by their names there. */
const METRON_SOURCES: ReadonlyMap<string, string> = new Map([
  ...(['AniList', 'Comic Vine', 'Grand Comics Database', 'Kitsu', 'MangaDex', 'MangaUpdates'] as const).map(entry),
  ...(['Metron', 'MyAnimeList', 'League of Comic Geeks'] as const).map(entry),
])

function entry(name: string): [source: string, name: string] {
  return [knownName(name), name]
}

/** The canonical name of a source, however a file, plugin or person writes it. */
export function knownName(source: string): string {
  return knownSource(source)?.source ?? sourceName(source)
}

/** Ids that a MetronInfo.xml can contain, one per source. */
export function metronIds(ids: readonly Identifier[]) {
  return bookIds(ids).flatMap(({ source, id }) => {
    const name = METRON_SOURCES.get(source)
    return name === undefined ? [] : [{ source, name, id }]
  })
}

/** Ids that a package document can contain: a scheme is one word. */
export function opfIds(ids: readonly Identifier[]) {
  return bookIds(ids).filter(
    ({ source, id }) => /^[a-z][a-z0-9]{1,30}$/.test(source) && source !== 'isbn' && isPlain(id),
  )
}

/** Read back, an address, an ISBN or an id with another scheme would belong to another source. */
function isPlain(id: string): boolean {
  return /^\S+$/.test(id) && !/^(?:https?|urn):/i.test(id) && !/^(?:isbn|97[89])/i.test(id) && isbnOf(id) === null
}

/** Ids of the book, one per source, by canonical name. */
export function bookIds(ids: readonly Identifier[]) {
  const first = new Map<string, { readonly source: string; readonly id: string }>()
  for (const { source, id, of } of ids) {
    const name = knownName(source)
    if (of === 'book' && !first.has(name)) first.set(name, { source: name, id })
  }
  return [...first.values()].toSorted((a, b) => (a.source < b.source ? -1 : 1))
}

/**
 * The new ids of a document: those of other sources and unchanged ones stay.
 * @param there ids in document order, of sources that it can contain
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
