// `npm test`: everything; checks of sources run next to the first tests. `npm test -- lint unit` runs those stages alone.
// The last line is `N passed, N failed`; the exit code is not 0 when anything failed or a stage ran no test.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireBun, root } from './find-bun.mjs'
import { endAll, run } from './test/child.mjs'
import { readReport, testFiles } from './test/junit.mjs'
import { startPostgres } from './test/postgres.mjs'
import { joinStages, queuesOf, stagesFor } from './test/stages.mjs'
import { prepareTools } from './test/tools.mjs'

/** Twenty minutes on a quiet machine with two cores; three times that before it counts as hanging. */
const OVERALL_MINUTES = 60
const began = Date.now()
const total = { passed: 0, failures: [] }
const results = join(root, 'test-results')

let stopPostgres = async () => {}

let finishing = false
const finish = async () => {
  if (finishing) return
  finishing = true
  await stopPostgres()
  endAll()
  const { passed, failures } = total
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `  ${failure}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    console.log(`\nStopped by ${signal}`)
    total.failures.push(`stopped by ${signal}`)
    finish()
  })
}

const secondsLeft = () => Math.max(1, OVERALL_MINUTES * 60 - Math.round((Date.now() - began) / 1000))
const limit = stage => Math.min(stage.minutes * 60, secondsLeft())

const runChecks = async (stage, env) => {
  const count = { passed: 0, failures: [] }
  for (const check of stage.checks) {
    const options = { cwd: check.cwd, env, seconds: limit(stage), quiet: !check.shown }
    const code = await run(check.name, check.command, check.args, options)
    console.log(`  ${code === 0 ? 'passed' : 'FAILED'}: ${check.name}`)
    if (code === 0) count.passed += 1
    else count.failures.push(check.name)
  }
  return count
}

const fileName = stage => stage.name.replaceAll(', ', '-')

/** Bun starts with the slowest files, according to the stage's list. */
const writeOrder = (stage, files) => {
  const first = stage.first ?? []
  const times = files.map(file => [file, first.includes(file) ? 1000 * (first.length - first.indexOf(file)) : 1])
  const path = join(results, `${fileName(stage)}-order.json`)
  writeFileSync(path, JSON.stringify({ version: 1, files: Object.fromEntries(times) }))
  return path
}

const runTests = async (stage, env, bun) => {
  const report = join(results, `${fileName(stage)}.xml`)
  const files = testFiles(root, stage.tests)
  const flags = [
    '--no-orphans',
    '--only-failures',
    '--timeout=30000',
    // Two files at a time, on two cores; more where tests mostly wait for servers.
    `--parallel=${stage.atOnce ?? 2}`,
    `--timings=${writeOrder(stage, files)}`,
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ]
  const args = ['test', ...flags, ...stage.tests.map(folder => `./${folder}/`)]
  const code = await run(stage.name, bun, args, { cwd: root, env, seconds: limit(stage) })
  return readReport(report, code, files)
}

const runStage = async (stage, env, bun) => {
  console.log(`\n== ${stage.name}`)
  const stageBegan = Date.now()
  const { passed, failures } = stage.checks ? await runChecks(stage, env) : await runTests(stage, env, bun)
  total.passed += passed
  total.failures.push(...failures.map(failure => `${stage.name}: ${failure}`))
  const seconds = ((Date.now() - stageBegan) / 1000).toFixed(1)
  console.log(`   ${stage.name}: ${passed} passed, ${failures.length} failed (${seconds} s)`)
}

/** The tests' environment, without a person's settings of Octavo. */
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OCTAVO_')))

const main = async () => {
  const bun = requireBun()
  const names = process.argv.slice(2)
  const all = stagesFor(bun)
  const unknown = names.find(name => !all.some(stage => stage.name === name))
  if (unknown) {
    console.log(`The stages are: ${all.map(stage => stage.name).join(', ')}.`)
    total.failures.push(`there is no stage "${unknown}"`)
    return
  }
  const stages = joinStages(names.length === 0 ? all : all.filter(stage => names.includes(stage.name)))
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const env = cleanEnvironment()
  if (stages.some(stage => stage.tests)) {
    const { chromium, shared, problems } = prepareTools()
    for (const problem of problems) console.log(problem)
    total.failures.push(...problems)
    Object.assign(env, { OCTAVO_TEST_SHARED: shared, ...(chromium && { OCTAVO_TEST_CHROMIUM: chromium }) })
    const postgres = await startPostgres(bun, env)
    stopPostgres = postgres.stop
    Object.assign(env, postgres.env)
  }
  for (const queues of queuesOf(stages)) {
    await Promise.all(
      queues.map(async queue => {
        for (const stage of queue) await runStage(stage, env, bun)
      }),
    )
  }
}

main()
  .catch(error => {
    console.log(error)
    total.failures.push(`the run itself: ${error.message}`)
  })
  .finally(finish)
