import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { folderStore } from '@octavo/server/src/platform/artefact-folder'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { KEY, markedBytes, SIZES, whoseBytes } from '../site/thumbnail-process'

const WRITERS = 2
const READERS = 16

export const oneThumbnail: Row = {
  id: 'M08',
  does: 'two processes write one thumbnail of a shared folder again and again, in two sizes, and take it away at times, while it is read 100,000 times',
  required: 'every read gives one of the two whole, or that there is none; no draft is left',
  databases: ['sqlite'],
  rounds: 100_000,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'shared')
  mkdirSync(folder)
  const store = folderStore(folder, { shared: true })
  await store.putBytes(KEY, markedBytes(0))
  const program = join(import.meta.dir, '../site/thumbnail-process.ts')
  const writers = Array.from({ length: WRITERS }, (_, number) =>
    Bun.spawn([process.execPath, program, folder, String(number)], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  let torn = 0
  let absent = 0
  let reads = 0
  const seen = SIZES.map(() => 0)
  const read = async () => {
    while (reads < trial.rounds) {
      const file = await store.open(KEY)
      const bytes = file && (await file.bytes().catch(gone))
      if (!bytes) absent++
      else {
        const mine = ++reads
        const whose = whoseBytes(bytes)
        if (whose === null) torn++
        else seen[whose] = (seen[whose] ?? 0) + 1
        if (mine % 20_000 === 0) trial.say(`${mine} reads, ${torn} torn`)
      }
    }
  }
  // Both have to be at work before anything is claimed.
  await until(
    async () => seenBoth(await store.open(KEY)),
    found => found,
    30,
  )
  await Promise.all(Array.from({ length: READERS }, read))
  let writes = 0
  for (const writer of writers) {
    await writer.stdin.end()
    writes += Number(await new Response(writer.stdout).text())
    await writer.exited
  }
  const left = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.part'))
  const faults = [
    ...(torn === 0 ? [] : [`${torn} reads gave a thumbnail that nobody wrote`]),
    ...(left.length === 0 ? [] : [`${left.length} drafts were left`]),
    ...(seen.every(count => count > 0) ? [] : ['only one of the two was ever read: nothing was proved']),
  ]
  return { n: reads, figure: `torn reads ${torn} of ${reads} during ${writes} writes, ${absent} times none`, faults }
}

const both = new Set<number>()

async function seenBoth(file: Blob | null): Promise<boolean> {
  const bytes = file && (await file.bytes().catch(gone))
  const whose = bytes && whoseBytes(bytes)
  if (typeof whose === 'number') both.add(whose)
  return both.size === SIZES.length
}

/** It may have been taken away between being found and being opened. */
function gone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
