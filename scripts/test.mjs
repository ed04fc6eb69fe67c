// `npm test`: everything; checks of sources run next to the first tests. `npm test -- lint unit` runs those stages alone.
// The last line is `N passed, N failed`; the exit code is not 0 when anything failed or a stage ran no test.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireBun, root } from './find-bun.mjs'
import { endAll, run } from './test/child.mjs'
import { afterSecondRun, filesToRunAgain, readReport, testFiles } from './test/junit.mjs'
import { temporaryFolderInMemory } from './test/memory.mjs'
import { startPostgres } from './test/postgres.mjs'
import { joinStages, queuesOf, stagesFor } from './test/stages.mjs'
import { prepareTools } from './test/tools.mjs'

/** Twenty minutes on a quiet machine with two cores; three times that before it counts as hanging. */
const OVERALL_MINUTES = 60
const began = Date.now()
const total = { passed: 0, failures: [], unsteady: [] }
const results = join(root, 'test-results')

let stopPostgres = async () => {}
let removeTemporary = () => {}

let finishing = false
const finish = async () => {
  if (finishing) return
  finishing = true
  await stopPostgres()
  endAll()
  removeTemporary()
  const { passed, failures, unsteady } = total
  if (unsteady.length > 0) {
    console.log(`\nUnsteady, each a bug: failed, then passed alone:\n${unsteady.map(test => `  ${test}`).join('\n')}`)
  }
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
    const options = { cwd: check.cwd, env: { ...env, ...check.env }, seconds: limit(stage), quiet: !check.shown }
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

const runFiles = async (stage, env, bun, { name, files, args }) => {
  const report = join(results, `${name}.xml`)
  const flags = [
    '--no-orphans',
    '--only-failures',
    '--timeout=30000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ]
  const code = await run(stage.name, bun, ['test', ...flags, ...args], { cwd: root, env, seconds: limit(stage) })
  return readReport(report, code, files)
}

const runTests = async (stage, env, bun) => {
  const files = testFiles(root, stage.tests)
  const args = [
    // Two files at a time, on two cores; more where tests mostly wait for servers.
    `--parallel=${stage.atOnce ?? 2}`,
    // Files of one worker share what they import: loading it for each file takes longer than most tests.
    '--no-isolate',
    `--timings=${writeOrder(stage, files)}`,
    ...stage.tests.map(folder => `./${folder}/`),
  ]
  const first = await runFiles(stage, env, bun, { name: fileName(stage), files, args })
  const again = filesToRunAgain(first.failures, files)
  if (again.length === 0) return first
  console.log(`  ${stage.name}: failed files run once more, alone: ${again.join(', ')}`)
  const alone = { name: `${fileName(stage)}-again`, files: again, args: again.map(file => `./${file}`) }
  return afterSecondRun(first, await runFiles(stage, env, bun, alone))
}

const runStage = async (stage, env, bun) => {
  console.log(`\n== ${stage.name}`)
  const stageBegan = Date.now()
  const {
    passed,
    failures,
    unsteady = [],
  } = stage.checks ? await runChecks(stage, env) : await runTests(stage, env, bun)
  total.passed += passed
  total.failures.push(...failures.map(failure => `${stage.name}: ${failure}`))
  total.unsteady.push(...unsteady)
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
    if (process.env.OCTAVO_TEST_PICTURES) env.OCTAVO_TEST_PICTURES = process.env.OCTAVO_TEST_PICTURES
    Object.assign(env, { OCTAVO_TEST_SHARED: shared, ...(chromium && { OCTAVO_TEST_CHROMIUM: chromium }) })
    const temporary = process.env.TMPDIR ? undefined : temporaryFolderInMemory()
    if (temporary) {
      removeTemporary = temporary.remove
      env.TMPDIR = temporary.path
    }
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
