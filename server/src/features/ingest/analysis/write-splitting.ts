import { isRefusedData, isTimeout } from '../../../db'

/** Callbacks of a batch, each part in its own transaction. */
export interface SplitWriting<T> {
  readonly signal: AbortSignal
  /** May be called again after it has failed. */
  write(part: readonly T[]): Promise<void>
  /** Records that the database rejected the data of this item, and why. */
  writeOne(item: T, why: string): Promise<void>
}

/**
 * Writes a batch. If the database rejects it or times out, the batch is halved until the offending item is found. Rejects
 * for everything else (the database is down, full or damaged; the task was stopped), and if a single item times out,
 * which is not the fault of its file.
 */
export async function writeSplitting<T>(items: readonly T[], writing: SplitWriting<T>): Promise<void> {
  try {
    await writing.write(items)
  } catch (error) {
    const [only] = items
    const isRefused = isRefusedData(error)
    if (writing.signal.aborted || only === undefined || !(isRefused || isTimeout(error))) throw error
    if (items.length === 1) {
      if (!isRefused) throw error
      await writing.writeOne(only, sentenceOf(error))
      return
    }
    const middle = Math.ceil(items.length / 2)
    await writeSplitting(items.slice(0, middle), writing)
    await writeSplitting(items.slice(middle), writing)
  }
}

/** The database's message, without the data that some messages repeat. */
function sentenceOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return (said.split('\n')[0] ?? '').slice(0, 200)
}
