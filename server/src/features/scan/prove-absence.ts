import { lstat } from 'node:fs/promises'
import { answered } from '../../kernel/patience'
import { mountsAround, readMounts } from './mounts'
import { lostMounts } from './presence'
import { libraryPlaces, samplePaths } from './reunion.queries'
import type { ScanDeps } from './scan.types'

/** Series of which a book is looked for to see that a library's disk is there. */
const WITNESSES = 100

export interface PlacedBook {
  readonly libraryPk: number
  readonly path: string
  readonly deleted: boolean
}

/**
 * Whether a book of any library has provably no file where it was: not when its disk is away, not when its folder cannot
 * be read. One that is hidden was proven to be gone before, and is taken for gone unless its file is seen to be back.
 */
export function absenceProof(deps: ScanDeps, signal: AbortSignal): (book: PlacedBook) => Promise<boolean> {
  const { reader } = deps.connection
  const libraries = new Map<number, Promise<{ readonly root: string; isWhole(path: string): boolean } | null>>()

  async function look(libraryPk: number) {
    const library = await libraryPlaces(reader, libraryPk)
    if (!library) return null
    const { path: root } = library
    const mounts = await mountsAround(root, deps.mountTable)
    const lost = [...(await lostMounts(root, readMounts(library.mounts), mounts, signal)).keys()]
    const isLost = (path: string) => lost.some(place => place === '' || path.startsWith(`${place}/`))
    const shows = await showsABook(libraryPk, root)
    return { root, isWhole: (path: string) => shows && !isLost(path) }
  }

  /** A folder in which there is none of the library's books may be a disk that is away. */
  async function showsABook(libraryPk: number, root: string): Promise<boolean> {
    for (const path of await samplePaths(reader, libraryPk, WITNESSES)) {
      if ((await stateOf(`${root}/${path}`)) === 'there') return true
    }
    return false
  }

  async function stateOf(path: string): Promise<'there' | 'gone' | 'unknown'> {
    const state = await answered(lstat(path), signal).then(
      () => 'there' as const,
      error => ((error as NodeJS.ErrnoException).code === 'ENOENT' ? ('gone' as const) : ('unknown' as const)),
    )
    signal.throwIfAborted()
    return state
  }

  return async ({ libraryPk, path, deleted }) => {
    const asked = libraries.get(libraryPk) ?? look(libraryPk)
    libraries.set(libraryPk, asked)
    const library = await asked
    if (!library) return false
    const seen = await stateOf(`${library.root}/${path}`)
    if (seen === 'there') return false
    return deleted || (seen === 'gone' && library.isWhole(path))
  }
}
