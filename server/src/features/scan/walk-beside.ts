import { lstat } from 'node:fs/promises'
import { mayBeBeside, namesBeside } from '../../formats/sidecar/beside'
import { stemOf } from '../naming'

/** What a folder holds that may say something about its books. */
export interface FilesBeside {
  /** Files by their names in lower case; never none. */
  readonly files: ReadonlyMap<string, string>
  /** Books, those of one name counted once. */
  readonly books: number
}

/** Null when none of the other files of a folder says anything about its books. */
export function filesBeside(books: readonly string[], others: readonly string[]): FilesBeside | null {
  const files = new Map<string, string>()
  for (const name of others) {
    const lower = name.toLowerCase()
    if (mayBeBeside(lower)) files.set(lower, name)
  }
  return files.size === 0 ? null : { files, books: new Set(books.map(name => stemOf(name).toLowerCase())).size }
}

/** How the files beside a book are, whatever they are called. */
export interface BesideStamp {
  /** What is said of the book itself, a point, and what is said of its series; each changes with its files and is empty without. */
  readonly text: string
  /** What is said of the series is read with the first book of the folder only. */
  readonly isFirst: boolean
}

/** The stamps of a folder's books by their names; none for a book without anything beside it. Throws what the system says. */
export async function stampsBeside(
  folder: string,
  books: readonly string[],
  beside: FilesBeside,
): Promise<ReadonlyMap<string, BesideStamp>> {
  const looks = new Map<string, Promise<string>>()
  const look = (name: string | null) => {
    if (name === null) return ''
    const known = looks.get(name) ?? stampOf(`${folder}/${name}`)
    looks.set(name, known)
    return known
  }
  const first = books.reduce((a, b) => (b < a ? b : a), books[0] ?? '')
  const stamps = new Map<string, BesideStamp>()
  for (const name of books) {
    const { opf, cover, series } = namesBeside(name, beside)
    const text = `${hashOf(await look(opf), await look(cover))}.${hashOf(await look(series))}`
    if (text !== '.') stamps.set(name, { text, isFirst: name === first })
  }
  return stamps
}

function hashOf(...parts: readonly string[]): string {
  return parts.every(part => part === '') ? '' : Bun.hash(parts.join('|')).toString(36)
}

/** What a book's stamp is now, and whether the book is to be read again for it; null when it is as it was, or not known. */
export function otherBeside(
  before: string | null,
  now: BesideStamp | null | undefined,
): { readonly text: string | null; readonly isRead: boolean } | null {
  const text = now?.text ?? null
  if (now === undefined || text === before) return null
  const [[own, series], [ownBefore, seriesBefore]] = [partsOf(text), partsOf(before)]
  return { text, isRead: own !== ownBefore || (now?.isFirst === true && series !== '' && series !== seriesBefore) }
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
