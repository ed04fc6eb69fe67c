// Calls that another tool makes from the OpenAPI document, as three roles: no failure of the server, no answer that the
// document does not have.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { firstScans } from '../api/catalogue'
import { type Inhabited, startInhabited } from '../api/people'
import { comic, writeLibrary } from '../kit/books'
import { temporaryFolder } from '../kit/paths'
import { runSchemathesis } from './schemathesis'

setDefaultTimeout(600_000)

/** Cases of each operation: a number, not a time, so that a slow machine asks all that a fast one does. */
const EXAMPLES = 4
const SEED = 20_261_121

describe('generated calls', () => {
  const folder = temporaryFolder('schema')
  let octavo: Inhabited

  beforeAll(async () => {
    writeLibrary(folder.path, {
      'Tide/Tide 01.cbz': await comic({ pages: 2 }),
      'Rain/Rain 01.cbz': await comic({ pages: 1 }),
    })
    octavo = await startInhabited({ database: 'sqlite', libraries: [folder.path] })
    await firstScans(octavo.admin)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  // The least first: what an admin does changes what is there.
  test.each(['reader', 'maintainer', 'admin'] as const)('as %s keep to the document', async role => {
    const who = role === 'admin' ? octavo.admin : await octavo.addUser(role, role)
    const { key } = await who.post<{ key: string }>('/api/v1/api-keys', { name: 'schema' })
    const { code, output, cases, operations } = await runSchemathesis({
      ...{ url: octavo.url, headers: { 'X-API-Key': key }, seed: SEED },
      ...{ examples: EXAMPLES, phases: ['fuzzing'] },
    })
    console.log(`  ${role}: ${cases} cases of ${operations} operations`)
    if (code !== 0) console.log(output.slice(0, 12_000))
    expect([role, code]).toEqual([role, 0])
    expect(operations).toBeGreaterThan(250)
    expect(cases).toBeGreaterThan(1_000)
  })

  test('and none of it was a failure of the server', () => {
    expect(octavo.log()).not.toContain('request failed')
  })
})
