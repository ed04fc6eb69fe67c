import { realpath } from 'node:fs/promises'
import type { FileStamp } from '../../../formats/facts'
import { answered } from '../../../kernel/patience'
import type { Diff } from './2-diff'
import { isLeftOut } from './exclusions'
import { knownBooksOfSizes } from './known-books.queries'
import type { KnownBook, ListedPlace, ScannedLibrary, ScanPlace } from './scan.types'
import type { ScanRun } from './scan-run'
import { stampNow } from './walk-images'

/** Files checked concurrently. */
const AT_ONCE = 64

/** The places to list: neither excluded by the library's rules, nor behind a link, which scans do not follow. */
export async function listablePlaces(
  { folders, exclusions }: ScannedLibrary,
  places: readonly ScanPlace[],
): Promise<ListedPlace[]> {
  const listable: ListedPlace[] = []
  for (const { root, path, below } of places) {
    const folder = folders.find(one => one.path === root)
    if (folder === undefined || (path !== '' && isLeftOut(exclusions, path))) continue
    const place = path === '' ? root : `${root}/${path}`
    const real = await realpath(place).catch(() => place)
    if (real === place || path === '') listable.push({ folder, path, below })
  }
  return listable
}

/**
 * Missing books from elsewhere in the library that may be new files of these places, by size. Null if a file elsewhere
 * has changed: then only a full scan can tell them apart.
 */
export async function lostElsewhere(
  run: ScanRun,
  known: readonly KnownBook[],
  diff: Diff,
): Promise<KnownBook[] | null> {
  const files = [...diff.suspects, ...diff.changed.values()]
  const sizes = [...new Set(files.map(file => file.stamp.size))]
  const here = new Set(known.map(book => book.pk))
  const { reader } = run.deps.connection
  const others = (await knownBooksOfSizes(reader, run.library.pk, sizes)).filter(book => !here.has(book.pk))
  const folders = new Map(run.library.folders.map(folder => [folder.pk, folder]))
  const lost: KnownBook[] = []
  for (let at = 0; at < others.length; at += AT_ONCE) {
    const part = others.slice(at, at + AT_ONCE)
    const looks = part.map(({ folderPk, path }) => {
      const folder = folders.get(folderPk)
      // Files of a removed folder do not belong to the library.
      return folder ? stampNow(folder, path).catch((error: unknown) => ({ error })) : null
    })
    const stamps = await answered(Promise.all(looks), run.signal)
    for (const [index, book] of part.entries()) {
      const stamp = stamps[index]
      if (stamp === undefined) continue
      if (stamp === null) lost.push(book)
      else if ('error' in stamp) {
        if (isGone(stamp.error)) lost.push(book)
      } else if (!isAsKnown(stamp, book.stamp)) return null
    }
  }
  return lost
}

/** Without the inode, which some disks do not preserve. */
function isAsKnown(now: FileStamp, before: FileStamp): boolean {
  return now.size === before.size && now.modifiedMs === before.modifiedMs
}

function isGone(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return code === 'ENOENT' || code === 'ENOTDIR'
}
