import { lstat, readdir } from 'node:fs/promises'
import {
  isSidecarName,
  type NamedFile,
  type Names,
  namesOf,
  sidecarsOfBook,
  sidecarsOfImages,
} from '../../../formats/sidecar/sidecar-files'
import { stemOf } from '../../catalogue/naming'
import { isCoverName } from './walk-covers'

/** The sidecar files of a folder. */
export interface SidecarNames {
  /** At least one. */
  readonly files: Names
  /** Number of books by distinct name; two stand for more than one. */
  readonly books: number
}

/** Null if the folder has no sidecar files. */
export function sidecarNames(books: number, others: readonly string[]): SidecarNames | null {
  if (others.length === 0) return null
  const files = namesOf(others)
  return files.size === 0 ? null : { files, books }
}

/** The files among a folder's other files that match its books and folders, by name. */
export function saysNothing(named: readonly string[], files: readonly string[]): readonly string[] {
  const rest = files.filter(name => name.toLowerCase() !== 'series.json' && !/\.opf$/i.test(name) && !isCoverName(name))
  if (rest.length === 0) return rest
  // Next to a book, a ComicInfo.xml has the book's name including its extension.
  const stems = new Set(named.flatMap(name => [stemOf(name).toLowerCase(), name.toLowerCase()]))
  return rest.filter(name => {
    const lower = name.toLowerCase()
    return !(isSidecarName(lower) && stems.has(lower.slice(0, lower.lastIndexOf('.'))))
  })
}

/** The candidates for a book's sidecar files in a folder on disk. Throws the system's error. */
export async function namesIn(folder: string): Promise<Names> {
  const entries = await readdir(folder, { withFileTypes: true })
  return namesOf(entries.filter(entry => entry.isFile()).map(({ name }) => name))
}

/** Sizes and times of the sidecar files of a book. */
export interface SidecarStamp {
  /** The book's part, a dot, and the series' part; each changes with its files and is empty without any. */
  readonly text: string
  /** Series metadata is read only with the first book of the folder; null while that is unknown. */
  readonly isFirst: boolean | null
}

/** The stamps of a folder's books by name; none for a book without sidecar files. Throws the system's error. */
export async function sidecarStamps(
  folder: string,
  books: readonly string[],
  sidecars: SidecarNames,
): Promise<ReadonlyMap<string, SidecarStamp>> {
  const looks = new Map<string, Promise<string>>()
  const look = (name: string | null) => {
    if (name === null) return ''
    const known = looks.get(name) ?? stampOf(`${folder}/${name}`)
    looks.set(name, known)
    return known
  }
  const first = books.reduce((a, b) => (b < a ? b : a), books[0] ?? '')
  const stamps = new Map<string, SidecarStamp>()
  for (const name of books) {
    const { opf, cover, comicInfo, series } = sidecarsOfBook(name, sidecars)
    if (opf === null && cover === null && comicInfo === null && series === null) continue
    const own = [await look(opf), await look(cover), ...(comicInfo === null ? [] : [await look(comicInfo)])]
    const text = `${hashOf(...own)}.${hashOf(await look(series))}`
    if (text !== '.') stamps.set(name, { text, isFirst: name === first })
  }
  return stamps
}

/**
 * The stamp of an image folder, from the sidecar files in it and next to it; null without any. Throws the system's
 * error.
 */
export async function stampImageFolder(path: string, inside: Names, siblings: Names): Promise<SidecarStamp | null> {
  if (inside.size === 0 && siblings.size === 0) return null
  const slash = path.lastIndexOf('/')
  const { opf, cover, series } = sidecarsOfImages(path.slice(slash + 1), inside, siblings)
  const look = (file: NamedFile | null) =>
    file === null ? '' : stampOf(`${file.isInside ? path : path.slice(0, slash)}/${file.name}`)
  const text = `${hashOf(await look(opf), await look(cover))}.${hashOf(await look(series))}`
  return text === '.' ? null : { text, isFirst: series?.isInside === true ? true : null }
}

/** Among image folders with changed sidecar files, those that read the series.json: the first of each parent. */
export function firstOfParents<T extends { readonly path: string; readonly sidecars?: SidecarStamp | null }>(
  books: Iterable<T>,
  parentOf: (book: T) => string,
): ReadonlySet<T> {
  const firsts = new Map<string, T>()
  for (const book of books) {
    if (book.sidecars?.isFirst !== null) continue
    const parent = parentOf(book)
    const first = firsts.get(parent)
    if (first === undefined || book.path < first.path) firsts.set(parent, book)
  }
  return new Set(firsts.values())
}

function hashOf(...parts: readonly string[]): string {
  return parts.every(part => part === '') ? '' : Bun.hash(parts.join('|')).toString(36)
}

/** The new stamp of a book, and whether the book must be read again for it; null if unchanged or unknown. */
export function changedSidecars(
  before: string | null,
  now: SidecarStamp | null | undefined,
  isFirst = now?.isFirst === true,
): { readonly text: string | null; readonly isRead: boolean } | null {
  const text = now?.text ?? null
  if (now === undefined || text === before) return null
  const [[own, series], [ownBefore, seriesBefore]] = [partsOf(text), partsOf(before)]
  return { text, isRead: own !== ownBefore || (isFirst && series !== '' && series !== seriesBefore) }
}

function partsOf(text: string | null): readonly [string, string] {
  const [own = '', series = ''] = (text ?? '').split('.')
  return [own, series]
}

/** Empty if it is not a file, or was deleted during the scan. */
async function stampOf(path: string): Promise<string> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return stat?.isFile() ? `${stat.size} ${Math.floor(stat.mtimeMs)}` : ''
}
