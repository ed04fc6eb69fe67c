import { existsSync, readFileSync } from 'node:fs'

const attribute = (tag, name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0)

/**
 * What a JUnit report counts. A test that did not run counts as failed, and so does an end with an error code
 * that no test explains (a file that could not be loaded, a crash).
 */
export const countTests = (report, code) => {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const head = /<testsuites\b[^>]*>/.exec(text)?.[0] ?? ''
  const failures = attribute(head, 'failures') + attribute(head, 'errors')
  const skipped = attribute(head, 'skipped')
  const passed = attribute(head, 'tests') - failures - skipped
  const unexplained = code !== 0 && failures === 0 ? 1 : 0
  return { passed, failed: failures + skipped + unexplained, skipped }
}
