import { lstat } from 'node:fs/promises'
import { type Beside, mayBeBeside, namesBeside } from '../../formats/sidecar/beside'
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

/**
 * A text for each book that changes with the files beside it, whatever they are called; none for a book without any. What is
 * said of the series is read with the first book only. Throws what the system says.
 */
export async function stampsBeside(
  folder: string,
  books: readonly string[],
  beside: FilesBeside,
): Promise<ReadonlyMap<string, string>> {
  const looks = new Map<string, Promise<string>>()
  const look = (name: string | null) => {
    if (name === null) return ''
    const known = looks.get(name) ?? stampOf(`${folder}/${name}`)
    looks.set(name, known)
    return known
  }
  const first = books.reduce((a, b) => (b < a ? b : a), books[0] ?? '')
  const parts = ({ opf, cover, series }: Beside, isFirst: boolean) => [opf, cover, isFirst ? series : null].map(look)
  const stamps = books.map(
    async name => [name, await Promise.all(parts(namesBeside(name, beside), name === first))] as const,
  )
  const found = (await Promise.all(stamps)).filter(([, parts]) => parts.some(part => part !== ''))
  return new Map(found.map(([name, parts]) => [name, Bun.hash(parts.join('|')).toString(36)]))
}

/** Empty for what is no file, or went away in mid-scan. */
async function stampOf(path: string): Promise<string> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return stat?.isFile() ? `${stat.size} ${Math.floor(stat.mtimeMs)}` : ''
}
