// Killed at any moment, nothing acknowledged is lost. `npm run test:long -- F01` does the same hundreds of times.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { temporaryFolder } from '../kit/paths'
import { random } from '../long/harness/random'
import { killAnyProcess } from '../long/rows/f01-kill'
import { DATABASES } from './people'

setDefaultTimeout(120_000)

const ROUNDS = 2

for (const database of DATABASES) {
  test(`a server killed during a scan on ${database} loses nothing and completes the scan`, async () => {
    const scratch = temporaryFolder('killed')
    const draw = random(4).branch(database)
    const trial = { database, rounds: ROUNDS, random: draw, scratch: scratch.path, say: () => undefined }
    const { n, faults } = await killAnyProcess.run(trial)
    scratch.remove()
    expect({ n, faults }).toEqual({ n: ROUNDS, faults: [] })
  })
}
