import { join } from 'node:path'
import { root } from '../find-bun.mjs'

/**
 * The slowest files of a stage, slowest first, so that none of them starts last. `npm test -- STAGE` writes durations
 * to `test-results/STAGE.xml`; missing files are ignored.
 */
const FIRST = {
  unit: [
    'server/src/features/ingest/scan/slow-patterns.test.ts',
    'server/src/features/ingest/scan/scan.test.ts',
    'server/src/features/ingest/scan/scan-reunion.test.ts',
    'server/src/features/ingest/scan/narrow-scan.test.ts',
    'server/src/features/operations/backups/backups.test.ts',
    'server/src/features/operations/metrics/worker-processes.test.ts',
    'server/src/cli/command-line.test.ts',
    'server/src/workers/pool.test.ts',
    'server/src/cli/serve.test.ts',
    'server/src/workers/hostile-pages.test.ts',
    'server/src/features/operations/backups/exports.test.ts',
    'server/src/features/ingest/scan/scan-tagged.test.ts',
    'server/src/features/ingest/scan/scan-identity.test.ts',
    'server/src/features/ingest/regrouping/regrouping.test.ts',
    'server/src/db/lineage.test.ts',
    'server/src/db/faults.test.ts',
  ],
  schema: ['tests/schema/schema.test.ts'],
  api: [
    'tests/api/access-matrix.test.ts',
    'tests/api/watching-postgres.test.ts',
    'tests/api/limited-crawl.test.ts',
    'tests/api/watching-sqlite.test.ts',
    'tests/api/list-plans.test.ts',
    'tests/protocols/opds-crawl.test.ts',
    'tests/api/database-faults.test.ts',
    'tests/api/exiftool.test.ts',
    'tests/api/backups.test.ts',
    'tests/api/killed.test.ts',
    'tests/api/process-tree.test.ts',
    'tests/api/bulk-killed.test.ts',
    'tests/api/health.test.ts',
    'tests/api/scans.test.ts',
    'tests/api/regroup-killed.test.ts',
    'tests/api/events-fold.test.ts',
    'tests/api/book-work.test.ts',
    'tests/api/audit-trail.test.ts',
    'tests/api/file-deletion.test.ts',
    'tests/api/server-facts.test.ts',
    'tests/api/image-folders.test.ts',
    'tests/api/replicas.test.ts',
    'tests/api/seed.test.ts',
    'tests/api/random-lists.test.ts',
    'tests/api/book-errors.test.ts',
  ],
  operate: [
    'tests/operate/reverse-proxies.test.ts',
    'tests/bad-input/h16-hostile-library.test.ts',
    'tests/operate/deploy.test.ts',
    'tests/operate/package.test.ts',
  ],
  browser: [
    'tests/browser/epub-places.test.ts',
    'tests/browser/screens.test.ts',
    'tests/browser/offline.test.ts',
    'tests/browser/page-bars.test.ts',
    'tests/browser/epub-hostile.test.ts',
    'tests/browser/pdf-reader.test.ts',
    'tests/browser/long-lists.test.ts',
    'tests/browser/long-strip.test.ts',
    'tests/browser/problems.test.ts',
    'tests/browser/marks.test.ts',
    'tests/browser/new-version.test.ts',
    'tests/browser/curated-lists.test.ts',
    'tests/browser/settings.test.ts',
    'tests/browser/week-offline.test.ts',
    'tests/browser/epub-fixed.test.ts',
    'tests/browser/comic-reader.test.ts',
    'tests/browser/downloads.test.ts',
    'tests/browser/epub-reader.test.ts',
    'tests/browser/people.test.ts',
    'tests/browser/own-language.test.ts',
    'tests/browser/ratings-and-links.test.ts',
    'tests/browser/regrouping.test.ts',
    'tests/browser/library-folders.test.ts',
    'tests/browser/keyboard-alone.test.ts',
  ],
}

/**
 * Each further checker works out again what the others know: four take twice the work of one. All memory that it
 * takes is 1.4 GB: it need not be collected.
 */
export const TYPES_ON_ONE_CORE = { args: ['--checkers', '1'], env: { GOGC: 'off', GOMEMLIMIT: '2GiB' } }

/**
 * The stages of `npm test`, in order. A stage is either checks (programs whose exit code is the answer, each counts as
 * one test) or test files run by Bun. `minutes` is its time limit on two slow cores. Adjacent stages with the same
 * `together` run as one, so that fewer cores wait for the last file of a stage. Adjacent stages marked `early` run in
 * two queues, checks next to tests: most checks use one core or wait for a registry.
 */
export const stagesFor = bun => {
  const run = (name, args, cwd = root) => ({ name, command: bun, args, cwd })
  const tool = (...path) => join(root, 'node_modules', ...path)
  const types = (name, project) => ({
    ...run(`types of ${name}`, [
      tool('typescript', 'bin', 'tsc'),
      '--noEmit',
      ...TYPES_ON_ONE_CORE.args,
      '-p',
      project,
    ]),
    env: TYPES_ON_ONE_CORE.env,
  })
  return [
    {
      name: 'types',
      early: true,
      minutes: 8,
      checks: [
        types('contract, server, tests and bench', '.'),
        types('web', 'web'),
        types('web/service-worker', 'web/service-worker'),
      ],
    },
    {
      name: 'lint',
      early: true,
      minutes: 6,
      checks: [run('lint and format', [tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off', '.'])],
    },
    {
      name: 'rules',
      early: true,
      minutes: 8,
      checks: [run('dependency rules', ['scripts/test/rules.mjs'])],
    },
    {
      name: 'openapi',
      early: true,
      minutes: 3,
      checks: [run('OpenAPI document is up to date', ['scripts/test/openapi-drift.mjs'])],
    },
    {
      name: 'advisories',
      early: true,
      minutes: 4,
      checks: [{ ...run('packages have no known security advisory', ['scripts/test/advisories.mjs']), shown: true }],
    },
    {
      name: 'architecture',
      early: true,
      minutes: 8,
      first: ['tests/architecture/add-a-field.test.ts', 'tests/kit/kit.test.ts'],
      tests: ['tests/architecture', 'tests/kit', 'tests/long'],
      together: 'sources',
    },
    {
      name: 'unit',
      early: true,
      minutes: 25,
      atOnce: 4,
      first: FIRST.unit,
      tests: ['contract', 'server', 'web', 'bench'],
      together: 'sources',
    },
    {
      name: 'build',
      // Each build appears at once, complete: a test that starts a server meanwhile does not notice.
      early: true,
      minutes: 6,
      checks: [run('web app builds', ['scripts/build-web.mjs']), run('server builds', ['scripts/build-server.mjs'])],
    },
    { name: 'schema', minutes: 15, first: FIRST.schema, tests: ['tests/schema'], together: 'servers' },
    { name: 'api', minutes: 25, atOnce: 4, first: FIRST.api, tests: ['tests/api'], together: 'servers' },
    { name: 'protocols', minutes: 8, tests: ['tests/protocols'], together: 'servers' },
    { name: 'operate', minutes: 15, first: FIRST.operate, tests: ['tests/operate'], together: 'servers' },
    { name: 'bad-input', minutes: 15, tests: ['tests/bad-input'], together: 'servers' },
    { name: 'browser', minutes: 25, atOnce: 3, first: FIRST.browser, tests: ['tests/browser'] },
  ]
}

/** One stage of the `together` ones, each starting with its longest files. */
export const joinStages = stages => {
  const joined = []
  for (const stage of stages) {
    const last = joined.at(-1)
    if (!stage.together || last?.together !== stage.together) joined.push({ ...stage })
    else
      Object.assign(last, {
        name: `${last.name}, ${stage.name}`,
        minutes: last.minutes + stage.minutes,
        atOnce: Math.max(last.atOnce ?? 2, stage.atOnce ?? 2),
        first: [...(last.first ?? []), ...(stage.first ?? [])],
        tests: [...last.tests, ...stage.tests],
      })
  }
  return joined
}

/** The queues of stages that run at the same time, one list of queues after the other. */
export const queuesOf = stages => {
  const early = stages.filter(stage => stage.early)
  const checks = early.filter(stage => stage.checks)
  const tests = early.filter(stage => stage.tests)
  const later = stages.filter(stage => !stage.early)
  return [[checks, tests], ...later.map(stage => [[stage]])]
}
