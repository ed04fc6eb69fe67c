import { join } from 'node:path'
import { z } from 'zod'
import type { Connection, Tx } from '../../../db'
import { unlessAborted } from '../../../kernel/patience'
import { enqueue } from '../../../platform/queue'
import type { TaskContext, TaskHandler } from '../../../platform/queue.types'
import { type TaskWork, taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers'
import { bookStore } from '../../catalogue/books'
import { setSummed, type UnsummedBook, unsummedBooks, unsummedLibraries } from './unsummed-books.store'

export const SUMS_TASK = 'sum_books'

/** Lowest priority: nobody waits for it. */
const PRIORITY = 50
/** Duration of one task, and the delay before the next, so that other tasks can run. */
const SLICE_MS = 10_000
const PAUSE_MS = 2_000
/** Files read concurrently: leaves most parser processes to scans. */
const AT_ONCE = 2
const BATCH = 20

const Payload = z.object({ libraryId: z.string(), after: z.number().default(0) })
/** A task that has left some books. */
const Ended = z.object({ status: z.literal('completed'), result: z.object({ last: z.number() }) })

interface Slice {
  readonly ms: number
  /** Books saved in one transaction. */
  readonly batch: number
}

export interface SumDeps {
  readonly connection: Connection
  readonly pool: ParserPool
}

/** Queues tasks for books that an older version has left without a page hash; returns the number of libraries. */
export async function enqueueSums(connection: Connection): Promise<number> {
  const libraries = await unsummedLibraries(connection.reader)
  if (libraries.length > 0) {
    await connection.write(async tx => {
      for (const libraryId of libraries) await enqueueSlice(tx, libraryId, 0)
    })
  }
  return libraries.length
}

async function enqueueSlice(tx: Tx, libraryId: string, after: number, delayMs = 0): Promise<void> {
  const payload = { libraryId, ...(after > 0 && { after }) }
  await enqueue(tx, { type: SUMS_TASK, payload, sameBy: { libraryId }, priority: PRIORITY, delayMs })
}

/**
 * Reads a library's books only for the hash of their pages. Nothing else changes; a missing or changed file is left for
 * the next start, or for a scan.
 */
export function sumsHandler(deps: SumDeps, slice: Slice = { ms: SLICE_MS, batch: BATCH }): TaskHandler {
  return {
    weight: 'heavy',
    async run(context) {
      const { libraryId, after } = Payload.parse(context.task.payload)
      const { read, last } = await sumSlice(deps, context, { libraryId, after, slice })
      return { books_read: read, last }
    },
    async ended(tx, task, end) {
      const { success, data } = Ended.safeParse(end)
      if (success) await enqueueSlice(tx, Payload.parse(task.payload).libraryId, data.result.last, PAUSE_MS)
    },
  }
}

/** Returns the key of the last book read; null at the end. */
async function sumSlice(
  deps: SumDeps,
  context: TaskContext,
  { libraryId, after, slice }: { readonly libraryId: string; readonly after: number; readonly slice: Slice },
): Promise<{ readonly read: number; readonly last: number | null }> {
  const work = taskWork(deps.connection, context)
  const until = performance.now() + slice.ms
  let last = after
  for (let read = 0; ; ) {
    const books = await unsummedBooks(deps.connection.reader, libraryId, { after: last, limit: slice.batch })
    await sumBatch(deps, work, books)
    read += books.length
    if (books.length < slice.batch) return { read, last: null }
    last = books.at(-1)?.pk ?? last
    if (performance.now() >= until) return { read, last }
  }
}

async function sumBatch({ pool }: SumDeps, work: TaskWork, books: readonly UnsummedBook[]): Promise<void> {
  const sums: { readonly pk: number; readonly fileHash: string; readonly pagesHash: string | null }[] = []
  const waiting = books[Symbol.iterator]()
  const readOne = async () => {
    for (const { pk, folder, path, fileHash } of waiting) {
      const analysis = pool.analyze({ path: join(folder, path), thumbnailTarget: null })
      const facts = await unlessAborted(analysis, work.signal)
      if (facts.fileHash === fileHash) sums.push({ pk, fileHash, pagesHash: facts.pagesHash ?? null })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOne))
  work.progress.current += books.length
  await work.write(async tx => {
    for (const { pk, fileHash, pagesHash } of sums) {
      if (pagesHash !== null) await bookStore.setPagesHash(tx, { pk, fileHash, pagesHash })
    }
    await setSummed(
      tx,
      sums.map(({ pk }) => pk),
    )
  })
  work.processed({ items: books.length })
}
