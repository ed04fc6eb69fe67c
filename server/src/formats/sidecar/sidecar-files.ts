import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFolder } from '../folder/open-folder'
import { COVER_EXTENSIONS, COVER_NAMES } from './cover-names'

/** The sidecar files of a book: paths or names. */
export interface SidecarFiles {
  /** `<name of the book>.opf`, or Calibre's `metadata.opf` if the book is alone in its folder. */
  readonly opf: string | null
  /** `<name of the book>.jpg`, or `cover.jpg` and the like if the book is alone in its folder. */
  readonly cover: string | null
  /**
   * `<name of the book with its extension>.xml`: a ComicInfo.xml next to the book, as ComicRack writes and reads it.
   */
  readonly comicInfo: string | null
  /** Mylar's `series.json`. */
  readonly series: string | null
}

const NOTHING: SidecarFiles = { opf: null, cover: null, comicInfo: null, series: null }
/** The stem of Calibre's file for the only book of a folder. */
const CALIBRE = 'metadata'
const SERIES = 'series.json'
const BOOK_NAME = /\.(?:cbz|cbr|cb7|cbt|epub|pdf)$/

/** Finds the sidecar files of a book, ignoring case. Ignores links. Never throws. */
export function findSidecars(bookPath: string): SidecarFiles {
  if (isFolder(bookPath)) return lookInside(bookPath)
  const folder = listFolder(dirname(bookPath))
  if (folder === null) return NOTHING
  const { opf, cover, comicInfo, series } = sidecarsOfBook(basename(bookPath), folder)
  const at = (name: string | null) => (name === null ? null : join(dirname(bookPath), name))
  return { opf: at(opf), cover: at(cover), comicInfo: at(comicInfo), series: at(series) }
}

/** The sidecar files of a book in its folder, by name as written. */
export function sidecarsOfBook(bookName: string, { books, files }: Pick<Folder, 'books' | 'files'>): SidecarFiles {
  const { series } = files
  const stem = stemOf(bookName).toLowerCase()
  const comicInfo = files.comicInfo(bookName.toLowerCase())
  if (books > 1) return { opf: files.opf(stem), cover: files.cover(stem), comicInfo, series }
  const cover = files.cover(stem) ?? firstCover(files, COVER_NAMES)
  return { opf: files.opf(stem) ?? files.opf(CALIBRE), cover, comicInfo, series }
}

/** The name of the ComicInfo.xml next to a book. */
export function comicSidecarName(bookName: string): string {
  return `${bookName}.xml`
}

function firstCover(files: Names, stems: readonly string[]): string | null {
  for (const stem of stems) {
    const name = files.cover(stem)
    if (name !== null) return name
  }
  return null
}

/** Whether a file with this name, in lower case, may be a sidecar file. */
export function isSidecarName(name: string): boolean {
  return SIDECAR_NAME.test(name) && !name.startsWith('.')
}

/**
 * The files of a book's folder with its name that belong to it alone: none if another book has the same name with
 * another extension.
 */
export function namedLike(bookName: string, names: readonly string[]): string[] {
  const stem = stemOf(bookName).toLowerCase()
  const own = comicSidecarName(bookName).toLowerCase()
  const comicInfos = names.filter(name => name.toLowerCase() === own)
  const same = names.filter(name => name !== bookName && stemOf(name).toLowerCase() === stem)
  if (same.some(name => BOOK_NAME.test(name.toLowerCase()))) return comicInfos
  return [...same.filter(name => SIDECAR_NAME.test(name.toLowerCase())), ...comicInfos]
}

/** A folder's files that may be sidecar files, as written; queried by lower-case stem. */
export interface Names {
  readonly size: number
  readonly series: string | null
  opf(stem: string): string | null
  cover(stem: string): string | null
  /** By the book's name with its extension. */
  comicInfo(bookName: string): string | null
}

interface Named {
  opf: string | null
  cover: string | null
  coverRank: number
}

/** Groups a folder's files by the stem they refer to, for lookups by all of its books. */
export function namesOf(files: Iterable<string>): Names {
  const named = new Map<string, Named>()
  const comicInfos = new Map<string, string>()
  let series: string | null = null
  let size = 0
  for (const name of files) {
    const lower = name.toLowerCase()
    if (!isSidecarName(lower)) continue
    size++
    if (lower === SERIES) {
      series = name
      continue
    }
    if (lower.endsWith('.xml')) {
      comicInfos.set(lower.slice(0, -'.xml'.length), name)
      continue
    }
    const stem = stemOf(lower)
    const same = named.get(stem) ?? { opf: null, cover: null, coverRank: COVER_EXTENSIONS.length }
    named.set(stem, same)
    const rank = COVER_EXTENSIONS.indexOf(lower.slice(stem.length + 1))
    if (rank < 0) same.opf = name
    else if (rank <= same.coverRank) {
      same.cover = name
      same.coverRank = rank
    }
  }
  return {
    size,
    series,
    opf: stem => named.get(stem)?.opf ?? null,
    cover: stem => named.get(stem)?.cover ?? null,
    comicInfo: bookName => comicInfos.get(bookName) ?? null,
  }
}

/** A file in a folder of images, or next to it. */
export interface NamedFile {
  readonly name: string
  readonly isInside: boolean
}

/** The sidecar files of an image folder: those in it, then those next to it with its name. */
export function sidecarsOfImages(
  folderName: string,
  inside: Names,
  outside: Names,
): { readonly [kind in Exclude<keyof SidecarFiles, 'comicInfo'>]: NamedFile | null } {
  const stem = folderName.toLowerCase()
  const either = (within: string | null, outside: string | null): NamedFile | null => {
    const name = within ?? outside
    return name === null ? null : { name, isInside: within !== null }
  }
  return {
    opf: either(inside.opf(CALIBRE), outside.opf(stem)),
    cover: either(firstCover(inside, COVER_NAMES), outside.cover(stem)),
    series: either(inside.series, outside.series),
  }
}

const NO_NAMES = namesOf([])

function lookInside(bookPath: string): SidecarFiles {
  const parent = dirname(bookPath)
  const inside = listFolder(bookPath)?.files ?? NO_NAMES
  const { opf, cover, series } = sidecarsOfImages(basename(bookPath), inside, listFolder(parent)?.files ?? NO_NAMES)
  const at = (file: NamedFile | null) => (file === null ? null : join(file.isInside ? bookPath : parent, file.name))
  // The ComicInfo.xml of such a book is inside.
  return { opf: at(opf), cover: at(cover), comicInfo: null, series: at(series) }
}

interface Folder {
  readonly modifiedMs: number
  readonly files: Names
  /** Number of books by distinct name. */
  readonly books: number
}

/** Books of a folder are read consecutively: its listing is cached until it changes. */
const cached = new Map<string, Folder>()
const MOST_CACHED = 8
/** File system timestamps are coarse: a recently modified folder may change again with the same timestamp. */
const SETTLED_MS = 3000

/** The candidates for sidecar files in a folder; null if it is unreadable. */
export function namesInFolder(path: string): Names | null {
  return listFolder(path)?.files ?? null
}

function listFolder(path: string): Folder | null {
  try {
    const { mtimeMs } = statSync(path)
    const known = cached.get(path)
    if (known?.modifiedMs === mtimeMs) return known
    cached.delete(path)
    const folder = readFolder(path, mtimeMs)
    if (Date.now() - mtimeMs < SETTLED_MS) return folder
    if (cached.size >= MOST_CACHED) cached.delete(cached.keys().next().value ?? '')
    cached.set(path, folder)
    return folder
  } catch {
    return null
  }
}

function readFolder(path: string, modifiedMs: number): Folder {
  const others: string[] = []
  const books = new Set<string>()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = entry.name.toLowerCase()
    if (!BOOK_NAME.test(name)) others.push(entry.name)
    else if (!name.startsWith('.')) books.add(stemOf(name))
  }
  return { modifiedMs, files: namesOf(others), books: books.size }
}

const SIDECAR_NAME = new RegExp(
  `\\.(?:opf|${COVER_EXTENSIONS.join('|')})$|^series\\.json$|\\.(?:cbz|cbr|cb7|cbt|epub|pdf)\\.xml$`,
)

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
