// A refused request is explained in the language of the reader: each has a reason, and each reason has a text.
import { describe, expect, test } from 'bun:test'
import { OIDC_PROBLEMS } from '../../contract/src/oidc'
import { REFUSALS } from '../../contract/src/refusals'
import de from '../../web/src/messages/refusals/de.json'
import en from '../../web/src/messages/refusals/en.json'
import es from '../../web/src/messages/refusals/es.json'
import fr from '../../web/src/messages/refusals/fr.json'
import { isTest, places, sources } from './sources'

/** How many refusals of tasks, commands, other apps, or requests that no screen sends are in a file. */
const UNSEEN: Readonly<Record<string, number>> = {
  'features/catalogue/chosen-covers/choose-cover.ts': 1,
  'features/catalogue/chosen-covers/cover-acts.ts': 1,
  'features/catalogue/chosen-covers/picture-source.ts': 2,
  'features/catalogue/editing/revert-edits.ts': 1,
  'features/catalogue/libraries/library-folder.ts': 1,
  'features/catalogue/naming/namer.ts': 1,
  'features/catalogue/pages/answers.routes.ts': 1,
  'features/catalogue/publications/open-publications.ts': 2,
  'features/catalogue/publications/publications.routes.ts': 1,
  'features/catalogue/series-titles/title.routes.ts': 2,
  'features/ingest/integrity/check-integrity.ts': 1,
  'features/ingest/refresh/refresh-library.ts': 2,
  'features/ingest/scan/describe-path.ts': 1,
  'features/ingest/scan/scan-task.ts': 1,
  'features/operations/backups/backup-task.ts': 1,
  'features/operations/bulk/bulk-run.ts': 1,
  'features/operations/data-transfer/data-transfer-tasks.ts': 1,
  'features/operations/events/events.routes.ts': 1,
  'features/operations/events/streams.ts': 1,
  'features/operations/exports/draft-file.ts': 1,
  'features/operations/exports/task-viewer.ts': 1,
  'features/operations/observability/observability.routes.ts': 3,
  'features/operations/tasks/create-task.ts': 1,
  'features/reading/progress/progression.ts': 1,
  'http/bind.ts': 2,
  'http/gate.ts': 2,
  'http/input.ts': 7,
  'http/ranged-answer.ts': 1,
  'http/unknown.ts': 2,
  'http/upload-turns.ts': 1,
  'http/upload.ts': 4,
  'platform/artefact-bucket.ts': 1,
  'platform/queue-steer.ts': 1,
  'protocols/komga/account.routes.ts': 1,
  'protocols/komga/conditions.rules.ts': 1,
  'protocols/komga/edits.rules.ts': 2,
  'protocols/komga/library-settings.rules.ts': 1,
  'protocols/komga/metadata.routes.ts': 1,
  'protocols/komga/reading.routes.ts': 2,
}

const files = sources()
const ofServer = files.filter(source => !isTest(source) && /^server\/src\/(?!kernel\/)/.test(source.path))

describe('refusals that a screen can cause', () => {
  test('have a reason: each is created by refused() or notFound()', () => {
    expect(ofServer.length).toBeGreaterThan(700)
    const plain = ofServer.flatMap(source => {
      const count = places(source, /new AppError\(/).length
      return count > 0 ? [[source.path.slice('server/src/'.length), count] as const] : []
    })
    expect(Object.fromEntries(plain)).toEqual(UNSEEN)
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
