import { lstat } from 'node:fs/promises'
import { answered } from '../../../kernel/patience'
import { mountsAround, readMounts } from './mounts'
import { lostMounts } from './presence'
import { folderPlaces, samplePaths } from './reunion.queries'
import type { ScanDeps } from './scan.types'

/** Maximum number of series probed for a book, to see that a library's disk is mounted. */
const WITNESSES = 100

export interface PlacedBook {
  readonly folderPk: number
  readonly path: string
  readonly deleted: boolean
}

/**
 * Whether a book of any library provably has no file at its path: not if its disk is away or its folder unreadable. A
 * removed folder contains no books of the library. A hidden book was proven gone before, and counts as gone unless its
 * file is back.
 */
export function absenceProof(deps: ScanDeps, signal: AbortSignal): (book: PlacedBook) => Promise<boolean> {
  const { reader } = deps.connection
  const folders = new Map<number, Promise<{ readonly root: string; isWhole(path: string): boolean } | null>>()

  async function look(folderPk: number) {
    const folder = await folderPlaces(reader, folderPk)
    if (!folder) return null
    const { path: root } = folder
    const mounts = await mountsAround(root, deps.mountTable)
    const lost = [...(await lostMounts(root, readMounts(folder.mounts), mounts, signal)).keys()]
    const isLost = (path: string) => lost.some(place => place === '' || path.startsWith(`${place}/`))
    const shows = await showsABook(folderPk, root)
    return { root, isWhole: (path: string) => shows && !isLost(path) }
  }

  /** A folder without any of its books may be an unmounted disk. */
  async function showsABook(folderPk: number, root: string): Promise<boolean> {
    for (const path of await samplePaths(reader, folderPk, WITNESSES)) {
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

  return async ({ folderPk, path, deleted }) => {
    const asked = folders.get(folderPk) ?? look(folderPk)
    folders.set(folderPk, asked)
    const folder = await asked
    if (!folder) return true
    const seen = await stateOf(`${folder.root}/${path}`)
    if (seen === 'there') return false
    return deleted || (seen === 'gone' && folder.isWhole(path))
  }
}
