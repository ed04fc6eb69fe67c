// One row on one database, as a separate program: everything it leaves behind ends with its process group. bun
// run-row.ts ROW DATABASE ROUNDS SEED ANSWER writes its outcome as JSON to the file ANSWER.
import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '../../kit/paths'
import { ROWS } from '../rows'
import { random } from './random'
import type { DatabaseKind, Outcome } from './row'

const [id, database, rounds, seed, answer = ''] = process.argv.slice(2)
const row = ROWS.find(each => each.id === id)
if (!row) throw new Error(`There is no row ${id}`)

const scratch = temporaryFolder(`long-${id?.toLowerCase()}`)
let outcome: Outcome
try {
  outcome = await row.run({
    database: database as DatabaseKind,
    rounds: Number(rounds),
    random: random(Number(seed)).branch(`${id} ${database}`),
    scratch: scratch.path,
    say: text => console.log(`  ${id} ${database}: ${text}`),
  })
} catch (error) {
  console.log(error)
  outcome = { n: 0, figure: 'broken off', faults: [error instanceof Error ? error.message : String(error)] }
}
writeFileSync(answer, JSON.stringify(outcome))
scratch.remove()
process.exit(0)
