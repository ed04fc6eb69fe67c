import { isRefusedData, isTimeout } from '../../../db'

/** How a batch is written, each part in a transaction of its own. */
export interface SplitWriting<T> {
  readonly signal: AbortSignal
  write(part: readonly T[]): Promise<void>
  /** Notes that the database refuses the data of this item, and why. */
  writeOne(item: T, why: string): Promise<void>
}

/**
 * Writes a batch; one that the database refuses, or that takes too long, is halved until the item is found whose data it refuses.
 * Rejects for everything else (the database is away, full or damaged; the task was stopped), and when a single item times out:
 * that says nothing about its file.
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

/** What the database says, without the data that some of them repeat. */
function sentenceOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return (said.split('\n')[0] ?? '').slice(0, 200)
}
