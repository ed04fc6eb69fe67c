import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFolder } from '../folder/open-folder'
import { COVER_EXTENSIONS, COVER_NAMES } from './cover-names'

/** Files beside a book that say something about it: paths, or names where those are asked for. */
export interface Beside {
  /** `<name of the book>.opf`, or Calibre's `metadata.opf` when the book has the folder for itself. */
  readonly opf: string | null
  /** `<name of the book>.jpg`, or `cover.jpg` and its like when the book has the folder for itself. */
  readonly cover: string | null
  /** Mylar's `series.json`. */
  readonly series: string | null
}

const NOTHING: Beside = { opf: null, cover: null, series: null }
const BOOK_NAME = /\.(?:cbz|cbr|cb7|cbt|epub|pdf)$/

/** Looks for the files beside a book, in any case of their names. Links count as not there. Never throws. */
export function lookBeside(bookPath: string): Beside {
  if (isFolder(bookPath)) return lookInside(bookPath)
  const folder = listFolder(dirname(bookPath))
  if (folder === null) return NOTHING
  const { opf, cover, series } = namesBeside(basename(bookPath), folder)
  const at = (name: string | null) => (name === null ? null : join(dirname(bookPath), name))
  return { opf: at(opf), cover: at(cover), series: at(series) }
}

/** Which files of a book's folder say something about it, by their names as they are written. */
export function namesBeside(bookName: string, { books, files }: Pick<Folder, 'books' | 'files'>): Beside {
  const stem = stemOf(bookName).toLowerCase()
  const names = books > 1 ? [stem] : [stem, ...COVER_NAMES]
  const find = (wanted: readonly string[]) =>
    wanted.map(name => files.get(name)).find(name => name !== undefined) ?? null
  return {
    opf: find(books > 1 ? [`${stem}.opf`] : [`${stem}.opf`, 'metadata.opf']),
    cover: find(names.flatMap(name => COVER_EXTENSIONS.map(extension => `${name}.${extension}`))),
    series: find(['series.json']),
  }
}

/** Whether a file of this name, in lower case, may say something about a book beside it. */
export function mayBeBeside(name: string): boolean {
  return SIDECAR_NAME.test(name) && !name.startsWith('.')
}

/**
 * Of the files of a book's folder those that are named like the book and belong to it alone: none, when another book
 * has the same name with another ending.
 */
export function namedLike(bookName: string, names: readonly string[]): string[] {
  const stem = stemOf(bookName).toLowerCase()
  const same = names.filter(name => name !== bookName && stemOf(name).toLowerCase() === stem)
  if (same.some(name => BOOK_NAME.test(name.toLowerCase()))) return []
  return same.filter(name => SIDECAR_NAME.test(name.toLowerCase()))
}

/** Names of files as they are written, by what they are in lower case. */
export type Names = ReadonlyMap<string, string>

/** A file in a folder of images, or beside it. */
export interface NamedFile {
  readonly name: string
  readonly isInside: boolean
}

/** Which files say something about a folder of images: what it holds itself, then what lies beside it under its name. */
export function namesBesideImages(
  folderName: string,
  inside: Names,
  beside: Names,
): { readonly [kind in keyof Beside]: NamedFile | null } {
  const stem = folderName.toLowerCase()
  const find = (names: Names, isInside: boolean, wanted: readonly string[]): NamedFile | null => {
    if (names.size === 0) return null
    const name = wanted.map(one => names.get(one)).find(one => one !== undefined)
    return name === undefined ? null : { name, isInside }
  }
  const covers = (names: readonly string[]) =>
    names.flatMap(name => COVER_EXTENSIONS.map(extension => `${name}.${extension}`))
  return {
    opf: find(inside, true, ['metadata.opf']) ?? find(beside, false, [`${stem}.opf`]),
    cover: find(inside, true, covers(COVER_NAMES)) ?? find(beside, false, covers([stem])),
    series: find(inside, true, ['series.json']) ?? find(beside, false, ['series.json']),
  }
}

const NO_NAMES: Names = new Map()

function lookInside(bookPath: string): Beside {
  const parent = dirname(bookPath)
  const inside = listFolder(bookPath)?.files ?? NO_NAMES
  const { opf, cover, series } = namesBesideImages(basename(bookPath), inside, listFolder(parent)?.files ?? NO_NAMES)
  const at = (file: NamedFile | null) => (file === null ? null : join(file.isInside ? bookPath : parent, file.name))
  return { opf: at(opf), cover: at(cover), series: at(series) }
}

interface Folder {
  readonly modifiedMs: number
  /** Those that may be looked for, by their names in lower case. */
  readonly files: Names
  /** Books, those of one name counted once. */
  readonly books: number
}

/** The books of a folder are read one after another: its list is read once, for as long as it does not change. */
const kept = new Map<string, Folder>()
const MOST_KEPT = 8
/** Clocks of file systems are coarse: a folder that has just changed may change again without showing it. */
const SETTLED_MS = 3000

function listFolder(path: string): Folder | null {
  try {
    const { mtimeMs } = statSync(path)
    const known = kept.get(path)
    if (known?.modifiedMs === mtimeMs) return known
    kept.delete(path)
    const folder = readFolder(path, mtimeMs)
    if (Date.now() - mtimeMs < SETTLED_MS) return folder
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(path, folder)
    return folder
  } catch {
    return null
  }
}

function readFolder(path: string, modifiedMs: number): Folder {
  const files = new Map<string, string>()
  const books = new Set<string>()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = entry.name.toLowerCase()
    if (name.startsWith('.')) continue
    if (BOOK_NAME.test(name)) books.add(stemOf(name))
    else if (SIDECAR_NAME.test(name)) files.set(name, entry.name)
  }
  return { modifiedMs, files, books: books.size }
}

const SIDECAR_NAME = new RegExp(`\\.(?:opf|${COVER_EXTENSIONS.join('|')})$|^series\\.json$`)

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
