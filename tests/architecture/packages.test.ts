import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'

interface Manifest {
  readonly version?: string
  readonly license?: string
  readonly workspaces?: readonly string[]
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const root = read('package.json') as Manifest
const locked = Object.entries((read('package-lock.json') as { packages: Record<string, Manifest> }).packages)
const nameOf = (place: string) => place.split('node_modules/').at(-1) ?? ''

test('every version is exact', () => {
  const manifests = ['.', ...(root.workspaces ?? [])].map(folder => read(join(folder, 'package.json')) as Manifest)
  const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  expect(versions.length).toBeGreaterThan(20)
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('the lock file has no download addresses', () => {
  expect(locked.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http')
})

test('the lock file has the packages of every platform, as npm ci needs', () => {
  const names = new Set(locked.map(([place]) => nameOf(place)))
  const missing = locked.flatMap(([, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(name => !names.has(name)),
  )
  expect(missing).toEqual([])
})

test('every package with an install script is allowed by name', () => {
  const wanting = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place))
  const allowed = Object.keys(root.allowScripts ?? {})
  // macOS only, and Vite watches files without it: left unasked for.
  expect(wanting.filter(name => !allowed.includes(name) && name !== 'fsevents')).toEqual([])
  expect(allowed.filter(name => !wanting.includes(name))).toEqual([])
})

test('every workspace has the project’s licence', () => {
  const licences = (root.workspaces ?? []).map(folder => (read(join(folder, 'package.json')) as Manifest).license)
  expect([root.license, ...licences].filter(licence => licence !== 'MIT')).toEqual([])
})

test('migrations are numbered without gaps and run in that order', async () => {
  const files = readdirSync(join(ROOT, 'server/src/db/migrations'))
    .filter(name => /^\d/.test(name))
    .sort()
  expect(files.map(name => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
  const { MIGRATIONS } = (await import(join(ROOT, 'server/src/db/migrations/index.ts'))) as {
    MIGRATIONS: readonly { name: string }[]
  }
  expect(MIGRATIONS.map(({ name }) => `${name}.ts`)).toEqual(files)
})
