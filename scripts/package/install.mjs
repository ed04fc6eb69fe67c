// The packages of another platform, as the lock file has them.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'
import { readManifest } from './libraries.mjs'

/** On Windows, npm is a batch file, which needs a shell. */
const npm = (args, cwd) =>
  spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' })

/** Installs what the server needs on a platform into `folder`; answers its `node_modules`. */
export const installFor = ({ os, cpu, libc }, folder) => {
  copyManifests(folder)
  const where = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])]
  const what = [
    '--omit=dev',
    '--workspace=server',
    '--include-workspace-root',
    '--ignore-scripts',
    '--engine-strict=false',
  ]
  const run = npm(['ci', ...what, ...where, '--no-audit', '--no-fund'], folder)
  if (run.status !== 0) throw new Error(`npm ci for ${os} ${cpu} failed:\n${run.stderr}`)
  return join(folder, 'node_modules')
}

const copyManifests = folder => {
  const { workspaces } = readManifest(root)
  for (const place of ['.', ...workspaces]) {
    mkdirSync(join(folder, place), { recursive: true })
    copyFileSync(join(root, place, 'package.json'), join(folder, place, 'package.json'))
  }
  for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file))
}

/** CycloneDX of everything in the lock file. */
export const npmSbom = () => {
  const run = npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], root)
  if (run.status !== 0) throw new Error(`npm sbom failed:\n${run.stderr}`)
  return JSON.parse(run.stdout)
}
