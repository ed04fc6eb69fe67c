import { WRITE_TARGETS, type WriteRefusal, type WriteTarget } from '@octavo/contract/formats'
import { z } from 'zod'
import type { Connection, Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { NotWritten } from './not-written'
import { wantedOfBooks } from './wanted-of-books'
import { booksOfTask, WRITE_TASK, type WritableBook, writeTargetOf } from './writable-books.queries'
import { type WritableSeries, writableSeries } from './writable-series.queries'
import { writeOne } from './write-one'
import { writeSeriesFile } from './write-series-file'

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
  /** Series whose series.json is written. */
  seriesIds: z.array(z.string()).default([]),
  into: z.enum(WRITE_TARGETS).optional(),
})

/** Writes the metadata of books of one library to their files. */
export function writeBackTask(
  libraryId: string,
  { bookIds, seriesIds }: { readonly bookIds: readonly string[]; readonly seriesIds: readonly string[] },
  into?: WriteTarget,
): TaskDraft {
  return { type: WRITE_TASK, payload: { libraryId, bookIds, seriesIds, ...(into && { into }) }, priority: 300 }
}

/** The task that writes metadata to files. A rerun after a crash skips finished files. */
export function writeBackHandlers(deps: WriteBackDeps): TaskHandlers {
  return { [WRITE_TASK]: { weight: 'heavy', run: context => writeBooks(deps, context) } }
}

/** A book, or the series.json of a series, that was skipped. */
interface LeftOut {
  readonly bookId?: string
  readonly seriesId?: string
  readonly fileName: string | null
  readonly code: WriteRefusal
  readonly message: string
}

async function writeBooks(deps: WriteBackDeps, context: TaskContext): Promise<Record<string, unknown>> {
  const { bookIds, seriesIds, into } = Payload.parse(context.task.payload)
  const { connection } = deps
  const work = taskWork(connection, context)
  const counts = { written: 0, unchanged: 0, not_written: 0 }
  const refusals: LeftOut[] = []
  work.progress.total = bookIds.length + seriesIds.length
  const one = async (
    about: Omit<LeftOut, 'code' | 'message'>,
    path: string,
    bytes: number,
    run: () => Promise<boolean>,
  ) => {
    try {
      if (await run()) counts.written++
      else counts.unchanged++
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
      const { code, message } = error
      counts.not_written++
      if (refusals.length < LIMITS.writeBack.refusals) refusals.push({ ...about, code, message })
      work.note('warn', `${path}: ${message}`)
    }
    work.progress.current++
    work.processed({ items: 1, bytes })
    await work.write(async () => undefined)
  }
  // Sequential: two copies at a time are no faster on one disk, and a person can stop between two books.
  for (const id of bookIds) {
    context.signal.throwIfAborted()
    // Loaded now: the book may have been edited or moved since the task began.
    const [book] = await booksOfTask(connection.reader, [id])
    const about = { bookId: id, fileName: book?.file_name ?? null }
    await one(about, book?.path ?? id, book?.file_size ?? 0, () => writeBook(deps, work.write, book, into))
  }
  for (const id of seriesIds) {
    context.signal.throwIfAborted()
    const [series] = await writableSeries(connection.reader, [id])
    const about = { seriesId: id, fileName: series ? `${series.path}/series.json` : null }
    await one(about, about.fileName ?? id, 0, () => writeSeries(deps, work.write, series))
  }
  return { ...counts, refusals }
}

/** Whether anything was written. @throws NotWritten */
async function writeSeries(
  { pool, now, allowed }: WriteBackDeps,
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  series: WritableSeries | undefined,
): Promise<boolean> {
  if (series === undefined) throw new NotWritten('missing')
  if (!allowed) throw new NotWritten('server-off')
  const { refusal } = writeTargetOf(series)
  if (refusal !== null) throw new NotWritten(refusal)
  return writeSeriesFile({ pool, write, now }, series)
}

/** Whether anything was written. @throws NotWritten */
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
  const wantedOf = await wantedOfBooks(connection.reader, [book])
  const { files } = await writeOne({ pool, write, now }, book, wantedOf(book), target.into)
  return files.length > 0
}
