import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from './machine/cores'
import { newFileCost, scratchParent } from './machine/scratch'
import { measureAll } from './measure'
import { type Options, parseOptions, USAGE } from './options'
import type { Result } from './result'
import { notes, table } from './table'

function readOptions(): Options | null {
  if (process.argv.includes('--help')) {
    console.log(USAGE)
    return null
  }
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exitCode = 2
    return null
  }
}

const FOOTNOTES = `
Measured: medians of rounds, the floor's right before each. Alone: the median of one request with nothing else running.
CPU each: of the server and of the floor, for one request. A core gives as many as fit into a second of its time; "of
floor", "at 2,000" and "to peer" are by that, because other work on the machine changes it least.
The peer was measured on another machine: its server on one core, its load on the other.
`

function print(options: Options, machine: string, results: readonly Result[]): void {
  const date = new Date().toISOString().slice(0, 10)
  if (options.json) {
    console.log(JSON.stringify({ date, machine, size: options.size, database: options.database, results }, null, 2))
    return
  }
  console.log(`\n${date}, ${options.size} books, ${options.database}, ${machine}\n`)
  console.log(table(results))
  console.log(FOOTNOTES)
  for (const line of notes(results)) console.log(`- ${line}`)
}

const options = readOptions()
if (options) {
  const scratch = mkdtempSync(join(scratchParent(), 'octavo-bench-run-'))
  try {
    const machine = `${describeMachine()}, ${newFileCost(scratch)} µs of CPU for a new file`
    print(options, machine, await measureAll(options, scratch))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
