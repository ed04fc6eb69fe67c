import { z } from 'zod'
import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { findMetadataOfBooks } from '../../catalogue/metadata'
import { wantedMetadata } from './wanted-metadata.rules'
import { booksOfTask, writeBackMode } from './writable-books.queries'
import { NotWritten, writeOne } from './write-one'

export interface WriteBackDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly now: Clock
  /** Whether this server writes to files at all. */
  readonly allowed: boolean
}

const TASK = 'write_metadata'
const Payload = z.object({ libraryId: z.string(), bookIds: z.array(z.string()) })

/** Writes the metadata of books of one library to their files. */
export function writeBackTask(libraryId: string, bookIds: readonly string[]): TaskDraft {
  return { type: TASK, payload: { libraryId, bookIds }, priority: 300 }
}

/** The task that writes metadata to files. Run again after a crash, it finds done what was done. */
export function writeBackHandlers(deps: WriteBackDeps): TaskHandlers {
  return { [TASK]: { weight: 'heavy', run: context => writeBooks(deps, context) } }
}

async function writeBooks(deps: WriteBackDeps, context: TaskContext): Promise<Record<string, unknown>> {
  const { bookIds } = Payload.parse(context.task.payload)
  const { connection, pool, now, allowed } = deps
  const { reader } = connection
  const work = taskWork(connection, context)
  const counts = { written: 0, unchanged: 0, not_written: 0 }
  work.progress.total = bookIds.length
  // One after another: a disk copies no faster for two, and a person can stop between two books.
  for (const id of bookIds) {
    context.signal.throwIfAborted()
    // Read now: the book may have been edited or moved since the task began.
    const [book] = await booksOfTask(reader, [id])
    const into = book ? writeBackMode(book) : 'off'
    if (!book || into === 'off' || !allowed) {
      counts.not_written++
      work.note('warn', `${book?.path ?? id}: ${book ? 'Its library does not write to files.' : 'The book is gone.'}`)
    } else {
      const row = (await findMetadataOfBooks(reader, [book.pk])).get(book.pk) ?? null
      try {
        const { changes } = await writeOne({ pool, write: work.write, now }, book, wantedMetadata(book, row), into)
        if (changes.length > 0) counts.written++
        else counts.unchanged++
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error
        counts.not_written++
        work.note('warn', `${book.path}: ${error.message}`)
      }
    }
    work.progress.current++
    work.processed({ items: 1, bytes: book?.file_size ?? 0 })
    await work.write(async () => undefined)
  }
  return counts
}
