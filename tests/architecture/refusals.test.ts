// A refused request is explained in the language of the reader: each has a reason, and each reason has a text.
import { describe, expect, test } from 'bun:test'
import { OIDC_PROBLEMS } from '../../contract/src/oidc'
import { REFUSALS } from '../../contract/src/refusals'
import de from '../../web/src/messages/refusals/de.json'
import en from '../../web/src/messages/refusals/en.json'
import es from '../../web/src/messages/refusals/es.json'
import fr from '../../web/src/messages/refusals/fr.json'
import { isTest, places, sources } from './sources'

/** Refusals of tasks, commands, other apps and requests that no screen sends. */
const UNSEEN: readonly string[] = [
  'catalogue/chosen-covers/choose-cover.ts',
  'catalogue/chosen-covers/cover-acts.ts',
  'catalogue/chosen-covers/picture-source.ts',
  'catalogue/editing/revert-edits.ts',
  'catalogue/libraries/library-folder.ts',
  'catalogue/naming/namer.ts',
  'catalogue/pages/answers.routes.ts',
  'catalogue/pages/page-image.ts',
  'catalogue/publications/open-publications.ts',
  'catalogue/publications/publications.routes.ts',
  'catalogue/series-titles/title.routes.ts',
  'ingest/integrity/check-integrity.ts',
  'ingest/refresh/refresh-library.ts',
  'ingest/scan/describe-path.ts',
  'ingest/scan/presence.ts',
  'ingest/scan/scan-task.ts',
  'operations/backups/backup-process.ts',
  'operations/backups/backup-task.ts',
  'operations/bulk/bulk-run.ts',
  'operations/data-transfer/data-transfer-tasks.ts',
  'operations/events/events.routes.ts',
  'operations/events/streams.ts',
  'operations/exports/draft-file.ts',
  'operations/exports/task-viewer.ts',
  'operations/observability/observability.routes.ts',
  'operations/tasks/create-task.ts',
  'reading/progress/progression.ts',
]

const files = sources()
const ofFeatures = files.filter(source => !isTest(source) && source.path.startsWith('server/src/features/'))

describe('refusals that a screen can cause', () => {
  test('have a reason: each is created by refused() or notFound()', () => {
    expect(ofFeatures.length).toBeGreaterThan(400)
    const plain = ofFeatures.filter(source => places(source, /new AppError\(/).length > 0)
    expect(plain.map(({ path }) => path.slice('server/src/features/'.length)).toSorted()).toEqual([...UNSEEN])
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
