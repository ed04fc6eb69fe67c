import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = text => text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[name])
const attribute = (tag, name) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** The test files that Bun finds in these folders of `root`, each as a path from there. */
export const testFiles = (root, folders) =>
  folders.flatMap(folder =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(root, [path])
      return /\.test\.tsx?$/.test(entry.name) ? [path] : []
    }),
  )

/** Bun names the groups of a test from the inside out. */
const nameOf = tag => {
  const groups = attribute(tag, 'classname').split(' > ').filter(Boolean).reverse()
  return `${attribute(tag, 'file')}: ${[...groups, attribute(tag, 'name')].join(' > ')}`
}

/**
 * The results of `files` in a JUnit report. A test that did not run counts as failed, and so does a missing file (it
 * could not be loaded) and an unexplained error code (a crash). `failures` has one line for each.
 */
export const readReport = (report, code, files = []) => {
  if (!existsSync(report)) return { passed: 0, failures: [`ended with code ${code} and without a report`] }
  const text = readFileSync(report, 'utf8')
  const tests = text.split('<testcase ').slice(1)
  const failed = tests.filter(test => /^[^>]*[^/]>\s*<(failure|error)\b/.test(test)).map(nameOf)
  const skipped = tests.filter(test => /^[^>]*[^/]>\s*<skipped\b/.test(test)).map(nameOf)
  const named = new Set(tests.map(test => attribute(test, 'file')))
  const silent = files.filter(file => !named.has(file))
  const failures = [
    ...failed,
    ...skipped.map(name => `${name} (did not run)`),
    ...silent.map(file => `${file}: none of its tests ran`),
  ]
  if (code !== 0 && failures.length === 0) failures.push(`ended with code ${code}, and no test says why`)
  return { passed: tests.length - failed.length - skipped.length, failures }
}

/** The files of failed tests, or none when some failure has no file or so many failed that a second run is pointless. */
export const filesToRunAgain = (failures, files) => {
  const failed = new Set(failures.map(failure => files.find(file => failure.startsWith(`${file}: `))))
  return failed.has(undefined) || failed.size > MOST_RUN_AGAIN ? [] : [...failed]
}
const MOST_RUN_AGAIN = 3

/** The results after a second run of failed files. `unsteady`: tests that failed and then passed. */
export const afterSecondRun = (first, second) => {
  const unsteady = first.failures.filter(failure => !second.failures.includes(failure))
  const added = second.failures.filter(failure => !first.failures.includes(failure))
  return { passed: first.passed + unsteady.length - added.length, failures: second.failures, unsteady }
}
