import { WRITE_TARGETS, type WriteRefusal, type WriteTarget } from '@octavo/contract/formats'
import { z } from 'zod'
import type { Connection, Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { findMetadataOfBooks } from '../../catalogue/metadata'
import { wantedMetadata } from './wanted-metadata.rules'
import { booksOfTask, titlesBySeries, WRITE_TASK, type WritableBook, writeTargetOf } from './writable-books.queries'
import { NotWritten, writeOne } from './write-one'

export interface WriteBackDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly now: Clock
  /** Whether this server writes to files at all. */
  readonly allowed: boolean
}

const Payload = z.object({
  libraryId: z.string(),
  bookIds: z.array(z.string()),
  into: z.enum(WRITE_TARGETS).optional(),
})

/** Writes the metadata of books of one library to their files. */
export function writeBackTask(libraryId: string, bookIds: readonly string[], into?: WriteTarget): TaskDraft {
  return { type: WRITE_TASK, payload: { libraryId, bookIds, ...(into && { into }) }, priority: 300 }
}

/** The task that writes metadata to files. Run again after a crash, it finds done what was done. */
export function writeBackHandlers(deps: WriteBackDeps): TaskHandlers {
  return { [WRITE_TASK]: { weight: 'heavy', run: context => writeBooks(deps, context) } }
}

/** A book that was left as it is. */
interface LeftOut {
  readonly bookId: string
  readonly fileName: string | null
  readonly code: WriteRefusal
  readonly message: string
}

async function writeBooks(deps: WriteBackDeps, context: TaskContext): Promise<Record<string, unknown>> {
  const { bookIds, into } = Payload.parse(context.task.payload)
  const { connection } = deps
  const work = taskWork(connection, context)
  const counts = { written: 0, unchanged: 0, not_written: 0 }
  const refusals: LeftOut[] = []
  work.progress.total = bookIds.length
  // One after another: a disk copies no faster for two, and a person can stop between two books.
  for (const id of bookIds) {
    context.signal.throwIfAborted()
    // Read now: the book may have been edited or moved since the task began.
    const [book] = await booksOfTask(connection.reader, [id])
    try {
      const isWritten = await writeBook(deps, work.write, book, into)
      if (isWritten) counts.written++
      else counts.unchanged++
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
      const { code, message } = error
      counts.not_written++
      if (refusals.length < LIMITS.writeBack.refusals)
        refusals.push({ bookId: id, fileName: book?.file_name ?? null, code, message })
      work.note('warn', `${book?.path ?? id}: ${message}`)
    }
    work.progress.current++
    work.processed({ items: 1, bytes: book?.file_size ?? 0 })
    await work.write(async () => undefined)
  }
  return { ...counts, refusals }
}

/** Whether anything had to be written. @throws NotWritten */
async function writeBook(
  { connection, pool, now, allowed }: WriteBackDeps,
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  book: WritableBook | undefined,
  requested: WriteTarget | undefined,
): Promise<boolean> {
  if (book === undefined) throw new NotWritten('missing')
  if (!allowed) throw new NotWritten('server-off')
  const target = writeTargetOf(book, requested)
  if (target.refusal !== null) throw new NotWritten(target.refusal)
  const row = (await findMetadataOfBooks(connection.reader, [book.pk])).get(book.pk) ?? null
  const titles = (await titlesBySeries(connection.reader, [book])).get(book.series_pk)
  const { files } = await writeOne({ pool, write, now }, book, wantedMetadata(book, row, titles), target.into)
  return files.length > 0
}
