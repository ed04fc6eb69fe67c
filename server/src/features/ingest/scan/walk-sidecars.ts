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

/** What a folder holds that may say something about its books. */
export interface SidecarNames {
  /** Never none. */
  readonly files: Names
  /** Books, those of one name counted once; more than one are two. */
  readonly books: number
}

/** Null when none of the other files of a folder says anything about its books. */
export function sidecarNames(books: number, others: readonly string[]): SidecarNames | null {
  if (others.length === 0) return null
  const files = namesOf(others)
  return files.size === 0 ? null : { files, books }
}

/** Of a folder's files that are no books those that say nothing of its books and folders, by the names of these. */
export function saysNothing(named: readonly string[], files: readonly string[]): readonly string[] {
  const rest = files.filter(name => name.toLowerCase() !== 'series.json' && !/\.opf$/i.test(name) && !isCoverName(name))
  if (rest.length === 0) return rest
  // Next to a book, a ComicInfo.xml is named like it with its ending.
  const stems = new Set(named.flatMap(name => [stemOf(name).toLowerCase(), name.toLowerCase()]))
  return rest.filter(name => {
    const lower = name.toLowerCase()
    return !(isSidecarName(lower) && stems.has(lower.slice(0, lower.lastIndexOf('.'))))
  })
}

/** Those files of a folder on the disk that may say something about a book. Throws what the system says. */
export async function namesIn(folder: string): Promise<Names> {
  const entries = await readdir(folder, { withFileTypes: true })
  return namesOf(entries.filter(entry => entry.isFile()).map(({ name }) => name))
}

/** Sizes and times of the sidecar files of a book. */
export interface SidecarStamp {
  /** What is said of the book itself, a point, and what is said of its series; each changes with its files and is empty without. */
  readonly text: string
  /** What is said of the series is read with the first book of the folder only; null when it is yet to be seen which that is. */
  readonly isFirst: boolean | null
}

/** The stamps of a folder's books by their names; none for a book without sidecar files. Throws what the system says. */
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

/** The stamp of a folder of images, by the sidecar files in it and next to it; null without any. Throws what the system says. */
export async function stampImageFolder(path: string, inside: Names, siblings: Names): Promise<SidecarStamp | null> {
  if (inside.size === 0 && siblings.size === 0) return null
  const slash = path.lastIndexOf('/')
  const { opf, cover, series } = sidecarsOfImages(path.slice(slash + 1), inside, siblings)
  const look = (file: NamedFile | null) =>
    file === null ? '' : stampOf(`${file.isInside ? path : path.slice(0, slash)}/${file.name}`)
  const text = `${hashOf(await look(opf), await look(cover))}.${hashOf(await look(series))}`
  return text === '.' ? null : { text, isFirst: series?.isInside === true ? true : null }
}

/** Of folders of images with changed sidecar files, those that read the series.json: the first of each parent. */
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

/** What a book's stamp is now, and whether the book is to be read again for it; null when it is as it was, or not known. */
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

/** Empty for what is no file, or went away in mid-scan. */
async function stampOf(path: string): Promise<string> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return stat?.isFile() ? `${stat.size} ${Math.floor(stat.mtimeMs)}` : ''
}
