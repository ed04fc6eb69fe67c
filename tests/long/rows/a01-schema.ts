import { firstScans } from '../../api/catalogue'
import { startInhabited } from '../../api/people'
import { comic, writeLibrary } from '../../kit/books'
import { runSchemathesis } from '../../schema/schemathesis'
import type { Outcome, Row, Trial } from '../harness/row'

export const generatedCalls: Row = {
  id: 'A01',
  does: 'calls that schemathesis makes from the OpenAPI document, good and bad, as reader, maintainer and admin, for so many minutes each as there are rounds',
  required: 'no failure of the server, no answer that the document does not have',
  databases: ['sqlite', 'postgres'],
  rounds: 10,
  minutes: 90,
  run,
}

async function run({ database, rounds, random, scratch, say }: Trial): Promise<Outcome> {
  writeLibrary(scratch, {
    'Tide/Tide 01.cbz': await comic({ pages: 2 }),
    'Rain/Rain 01.cbz': await comic({ pages: 1 }),
  })
  const octavo = await startInhabited({ database, libraries: [scratch] })
  const faults: string[] = []
  const sums: string[] = []
  let n = 0
  try {
    await firstScans(octavo.admin)
    for (const role of ['reader', 'maintainer', 'admin'] as const) {
      const who = role === 'admin' ? octavo.admin : await octavo.addUser(role, role)
      const { key } = await who.post<{ key: string }>('/api/v1/api-keys', { name: 'schema' })
      const { code, output, cases, operations } = await runSchemathesis({
        ...{ url: octavo.url, headers: { 'X-API-Key': key }, seed: random.whole(1_000_000_000) },
        ...{ seconds: rounds * 60, examples: 100, phases: ['examples', 'coverage', 'fuzzing', 'stateful'] },
      })
      n += cases
      sums.push(`${role}: ${cases} cases of ${operations} operations`)
      say(sums.at(-1) ?? '')
      if (code !== 0) faults.push(`${role}: ${output.slice(-4000)}`)
    }
    if (octavo.log().includes('request failed')) faults.push('the log has a failed request')
  } finally {
    await octavo.stop()
  }
  return { n, figure: sums.join('; '), faults }
}
