// A refusal about accounts, permissions or settings is translated: each has a reason, and each reason has a text.
import { describe, expect, test } from 'bun:test'
import { OIDC_PROBLEMS } from '../../contract/src/oidc'
import { REFUSALS } from '../../contract/src/refusals'
import de from '../../web/src/messages/refusals/de.json'
import en from '../../web/src/messages/refusals/en.json'
import es from '../../web/src/messages/refusals/es.json'
import fr from '../../web/src/messages/refusals/fr.json'
import { isTest, places, sources } from './sources'

const FOLDERS = ['people', 'operations/settings']

const files = sources()
const ofPeople = files.filter(
  source => !isTest(source) && FOLDERS.some(folder => source.path.startsWith(`server/src/features/${folder}/`)),
)

describe('refusals about people, permissions and settings', () => {
  test('have a reason: each is created by refused() or notFound()', () => {
    expect(ofPeople.length).toBeGreaterThan(100)
    expect(ofPeople.flatMap(source => places(source, /new AppError\(/))).toEqual([])
  })

  test('each failure of a provider has a reason', () => {
    const reasons: readonly string[] = REFUSALS
    expect(OIDC_PROBLEMS.filter(name => !reasons.includes(`oidc_${name}`))).toEqual([])
  })

  test('each reason is used', () => {
    const server = files.filter(source => !isTest(source) && /^(server|contract)\/src\//.test(source.path))
    const given = server
      .filter(({ name }) => name !== 'refusals.ts')
      .map(({ text }) => text)
      .join('\n')
    const silent = REFUSALS.filter(reason => !reason.startsWith('oidc_') && !given.includes(`'${reason}'`))
    expect(silent).toEqual([])
  })
})

for (const [language, sentences] of [
  ['English', en],
  ['German', de],
  ['French', fr],
  ['Spanish', es],
] as const) {
  test(`each reason has a ${language} sentence of its own`, () => {
    expect(Object.keys(sentences).toSorted()).toEqual(REFUSALS.toSorted())
    const all = Object.values(sentences)
    expect(all.filter((one, at) => one.trim() === '' || all.indexOf(one) !== at)).toEqual([])
  })
}
