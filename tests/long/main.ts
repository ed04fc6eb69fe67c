// `npm run test:long`: the rows of docs/reliability.md, one after the other. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, resultsFolder } from '../kit/paths'
import { withFigures } from './harness/document'
import { readOptions } from './harness/options'
import type { Result } from './harness/row'
import { endRows, startRow } from './harness/start-row'
import { ROWS } from './rows'

const DOCUMENT = join(ROOT, 'docs/reliability.md')

/** The commit that was tested, with a + when files differ from it. */
function testedCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? ''
  const changed = git('status', '--porcelain', '--', 'server', 'contract', 'package-lock.json')
  return `${git('rev-parse', '--short=8', 'HEAD') || 'unknown'}${changed === '' ? '' : '+'}`
}

const options = readOptions(process.argv.slice(2), ROWS)
const { seed } = options
const commit = testedCommit()
const file = join(resultsFolder('long'), 'results.jsonl')
const results: Result[] = []

function finish(): never {
  const document = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(DOCUMENT, withFigures(document, ROWS, results))
  const passed = results.filter(({ pass }) => pass).length
  const failed = results.length - passed
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endRows()
    console.log(`\nStopped by ${signal}`)
    process.exit(1)
  })
}

console.log(`seed ${seed}, commit ${commit}; every result is in ${file}`)
for (const row of options.rows) {
  for (const database of row.databases.filter(each => options.databases.includes(each))) {
    console.log(`\n== ${row.id} on ${database}: ${row.does}`)
    const began = performance.now()
    const { n, figure, faults } = await startRow({ row, database, seed, rounds: options.rounds ?? row.rounds })
    const seconds = Math.round((performance.now() - began) / 1000)
    const pass = faults.length === 0 && n > 0
    const date = new Date().toISOString().slice(0, 10)
    const result: Result = { id: row.id, n, pass, figure, seed, commit, db: database, date, seconds, faults }
    appendFileSync(file, `${JSON.stringify(result)}\n`)
    results.push(result)
    for (const fault of faults) console.log(`  ${fault}`)
    console.log(`   ${pass ? 'passed' : 'FAILED'}: ${figure} (n = ${n}, ${seconds} s)`)
  }
}
finish()
