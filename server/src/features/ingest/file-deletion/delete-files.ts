import { dirname, join } from 'node:path'
import type { FileDeletionDto, SparedFileDto } from '@octavo/contract/file-deletion'
import type { Tx, Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { beginAct, endAct, noteAct } from '../../../platform/audit-log'
import { type NamingDeps, nameEditionsOrWait } from '../../catalogue/editing'
import type { DoomedBook } from './doomed-books.queries'
import { type DoomedFile, deleteFiles, removeEmptyFolders, Spared } from './files-on-disk'
import { hideDeleted } from './hide-deleted'
import type { DeletionPlan } from './plan-deletion'

/** Books whose files are deleted between two transactions. */
const CHUNK = 50
/** Maximum number of paths in the audit log per deletion. */
const MOST_PATHS = 1_000

export interface DeletionDeps extends NamingDeps {
  readonly write: Write
  readonly now: Clock
}

/** The audit entry of a deletion, before and after. */
export interface DeletionDetails {
  /** Ids of the books whose files will be deleted. */
  readonly books: readonly string[]
  /** Their paths below the library's folder, and those of their sidecar files. */
  readonly files: readonly string[]
  readonly size: number
  readonly deletedFiles: number
  readonly deletedBytes: number
  readonly foldersRemoved: readonly string[]
  readonly spared: readonly SparedFileDto[]
}

export interface DeletionSubject {
  readonly kind: 'book' | 'series' | 'library'
  readonly id: string
  readonly name: string
}

/** Null without an entry in the log: there was no file to delete. */
export type Deleted = Omit<FileDeletionDto, 'auditId' | 'message'> & { readonly auditId: string | null }

/**
 * Deletes the files of a plan for one library from the disk. The plan is recorded before the first file is deleted, and
 * the result in the transaction that hides the books: after a crash at any point, the log is correct or
 * `finishDeletions` completes it.
 */
export async function deletePlanned(
  deps: DeletionDeps,
  viewer: Viewer,
  subject: DeletionSubject,
  { books, doomed, spared }: DeletionPlan,
  removeEmptyFolder: boolean,
): Promise<Deleted> {
  const [first] = doomed
  if (!first) return { auditId: null, books: 0, files: 0, size: 0, foldersRemoved: [], spared: [...spared] }
  const { library_id, library_name, library_pk } = first.book
  const files = doomed.flatMap(one => one.files)
  const state = {
    books: doomed.map(({ book }) => book.id),
    files: files.slice(0, MOST_PATHS).map(({ shown }) => shown),
    size: sizeOf(files),
    deletedFiles: 0,
    deletedBytes: 0,
    foldersRemoved: [] as string[],
    spared: [...spared],
  } satisfies DeletionDetails
  const act = await deps.write(tx =>
    beginAct(
      tx,
      {
        action: 'files_deleted',
        userPk: viewer.userPk,
        subject,
        library: { id: library_id, name: library_name },
        details: state,
      },
      deps.now(),
    ),
  )
  let gone = 0
  for (let at = 0; at < doomed.length; at += CHUNK) {
    const deleted: DoomedBook[] = []
    for (const { book, files: own } of doomed.slice(at, at + CHUNK)) {
      try {
        const done = await deleteFiles(own)
        state.deletedFiles += done.length
        state.deletedBytes += sizeOf(done)
        deleted.push(book)
      } catch (error) {
        if (!(error instanceof Spared)) throw error
        state.spared.push({ path: book.path, reason: error.message, why: error.why })
      }
    }
    gone += deleted.length
    const isLast = at + CHUNK >= doomed.length
    if (isLast && removeEmptyFolder) {
      for (const [root, own] of Map.groupBy(books, book => book.folder_path)) {
        const folders = own.map(book => dirname(join(root, book.path)))
        state.foldersRemoved.push(...(await removeEmptyFolders(root, folders)))
      }
    }
    await deps.write(async tx => {
      await hideDeleted(tx, deleted, deps.now())
      await note(tx, isLast)
    })
  }
  await nameEditionsOrWait(deps, deps.write, library_pk)
  return {
    auditId: act.id,
    books: gone,
    files: state.deletedFiles,
    size: state.deletedBytes,
    foldersRemoved: state.foldersRemoved,
    spared: state.spared,
  }

  async function note(tx: Tx, isLast: boolean): Promise<void> {
    if (!isLast) return noteAct(tx, act.pk, state)
    const outcome = gone === 0 ? 'failed' : 'done'
    await endAct(tx, act.pk, { outcome, details: state, message: state.spared[0]?.reason ?? null }, deps.now())
  }
}

function sizeOf(files: readonly DoomedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
