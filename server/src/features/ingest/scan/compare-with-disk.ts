import { LIMITS } from '../../../kernel/limits'
import { isFresh } from '../analysis'
import { walk } from './1-walk'
import { type Before, createDiff, type Diff } from './2-diff'
import { lookAgain } from './growing-files'
import type { Lister } from './list-books'
import { folderOf } from './narrowing.rules'
import { removeDrafts } from './remove-drafts'
import type { Folder, KnownBook, ListedPlace } from './scan.types'
import type { ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'

/** See `inodesStableIn`, for a path in one of the library's folders. */
export type InodesStable = (folderPk: number, path: string) => boolean

/** Results of walking one folder besides its books. */
export interface FolderWalk {
  readonly unknown: ReadonlyMap<string, string>
  /** Book files. */
  readonly files: number
}

interface Compared {
  readonly diff: Diff
  /** By the key of the folder. */
  readonly walks: ReadonlyMap<number, FolderWalk>
  /** Files that are being written. */
  readonly growing: readonly WalkedFile[]
}

/** Walks the library's folders, or some places in them, and adds new books that need no identification. */
export async function compareWithDisk(
  run: ScanRun,
  known: readonly KnownBook[],
  more: Pick<Before, 'inodesStable' | 'sizesElsewhere'>,
  lister: Lister,
  places?: readonly ListedPlace[],
): Promise<Compared> {
  const { library, report, signal } = run
  const seriesPathsOf = async (paths: readonly string[]) =>
    (await library.namer.place(paths.map(path => ({ path, inside: null })))).map(({ path }) => path)
  const holdsAllNew = places !== undefined
  const diff = createDiff({ known, seriesByPath: new Map(run.series), seriesPathsOf, holdsAllNew, ...more })
  const fresh: WalkedFile[] = []
  const drafts: string[] = []

  async function compare(files: readonly WalkedFile[]): Promise<void> {
    const listable = await diff.compare(files)
    report.filesTotal += files.length
    report.filesProcessed = diff.unchanged.length
    report.booksFound = diff.unchanged.length + diff.changed.size + report.changes.booksCreated
    report.seriesFound = diff.knownSeries.size + diff.newSeries.size
    await lister.add(listable)
    run.memory.passed(listable.length + (files.length - listable.length) / LIMITS.scan.unchangedToNew)
  }

  async function walkFolder(folder: Folder): Promise<[number, FolderWalk]> {
    const shown = run.shownFolder(folder.pk)
    let count = 0
    const { unknown, problems } = await walk({
      folder,
      formats: library.formats,
      exclusions: library.exclusions,
      imageFolders: library.imageFolders,
      signal,
      ...(places && { places: places.filter(place => place.folder === folder) }),
      onListed: (path, cover) => run.seenCovers.listed(folder, path, cover),
      onSkipped: (path, reason) => report.details.add('skipped', path, { ...shown, reason }),
      onDraft: path => {
        if (drafts.length < LIMITS.scan.drafts) drafts.push(`${folder.path}/${path}`)
      },
      onFolder: async files => {
        const now = run.deps.now()
        count += files.length
        // The whole folder is deferred: its new books are numbered together.
        if (files.some(file => isFresh(file.stamp, now) && !diff.isKnown(file))) fresh.push(...files)
        else await compare(files)
      },
    })
    for (const problem of problems) {
      const { folder, message } = { ...problem, ...shown }
      report.note(folder === undefined ? problem : { ...problem, folder, message: `${folder}: ${message}` })
    }
    return [folder.pk, { unknown, files: count }]
  }

  // In parallel: a sleeping disk does not delay the others.
  const walks = new Map(await Promise.all(library.folders.map(walkFolder)))
  await removeDrafts(run, drafts)
  const { complete, growing } = await lookAgain(fresh, signal)
  for (const files of Map.groupBy(complete, parentOf).values()) await compare(files)
  for (const { folder, path } of growing) run.lookAgainAt(folder.path, path)
  return { diff, walks, growing }
}

/** Files of one parent are adjacent. */
export function parentOf({ folder, path }: WalkedFile): string {
  return `${folder.path}/${folderOf(path)}`
}

/** Whether a file being written may be this book's: the book's state is unknown until the file is complete. */
export function isGrowing(growing: readonly WalkedFile[], { folderPk, path, stamp }: KnownBook): boolean {
  return growing.some(
    file =>
      (file.folder.pk === folderPk && file.path === path) || (stamp.inode !== 0 && file.stamp.inode === stamp.inode),
  )
}
