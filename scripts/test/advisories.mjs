// Writes the list of packages (SBOM) to test-results, and fails on known security advisories of level high or critical.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'

const npm = (...args) => spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

const sbom = npm('sbom', '--sbom-format=cyclonedx')
if (sbom.status !== 0) {
  console.log(`npm sbom failed:\n${sbom.stderr}`)
  process.exit(1)
}
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results', 'sbom.cyclonedx.json'), sbom.stdout)

const audit = npm('audit', '--json')
const answer = answerOf(audit.stdout)
const counts = answer?.metadata?.vulnerabilities
if (!counts) {
  // Offline, or a registry without advisories: not a failure.
  console.log(`Not audited: the registry gave no advisories (${answer?.message ?? 'no answer'}).`)
} else if (counts.high + counts.critical > 0) {
  for (const { name, severity, range } of Object.values(answer.vulnerabilities)) {
    if (severity === 'high' || severity === 'critical') console.log(`${severity}: ${name} ${range}`)
  }
  process.exit(1)
} else {
  console.log('Audited: no advisory of level high or critical.')
}

function answerOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
