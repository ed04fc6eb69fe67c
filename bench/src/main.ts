import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine } from './machine/cores'
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

function print(options: Options, machine: string, results: readonly Result[]): void {
  const date = new Date().toISOString().slice(0, 10)
  if (options.json) {
    console.log(JSON.stringify({ date, machine, size: options.size, database: options.database, results }, null, 2))
    return
  }
  console.log(`\n${date}, ${options.size} books, ${options.database}, ${machine}\n`)
  console.log(table(results))
  console.log("\nThe peer's figures are of another machine (two cores, its server and its load on one each).")
  for (const line of notes(results)) console.log(`- ${line}`)
}

const options = readOptions()
if (options) {
  const machine = describeMachine()
  const scratch = mkdtempSync(join(tmpdir(), 'octavo-bench-run-'))
  try {
    print(options, machine, await measureAll(options, scratch))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
