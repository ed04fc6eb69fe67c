// The files in deploy/, by tools that know their formats. Containers and clusters cannot run here (deploy/README.md).
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020'
import { validate } from 'dockerfile-utils'
import { parse, parseAllDocuments } from 'yaml'
import { environmentName, SETTING_KEYS } from '../../server/src/config/settings'
import { ROOT, temporaryFolder } from '../kit/paths'
import { pythonTool, run } from '../kit/python-tool'

setDefaultTimeout(120_000)

const DEPLOY = join(ROOT, 'deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const folder = temporaryFolder('deploy')
afterAll(() => folder.remove())

/** The most that `systemd-analyze security` may find, of 100: services that it calls fine are below 40. */
const EXPOSURE = 25

describe('the Dockerfile', () => {
  const text = read('docker/Dockerfile')

  test('has no finding', () => {
    expect(validate(text)).toEqual([])
  })

  test('has no finding of hadolint', async () => {
    const command = await pythonTool('hadolint', join(import.meta.dir, 'hadolint.txt'))
    expect(await run([command, join(DEPLOY, 'docker/Dockerfile')])).toEqual({ code: 0, output: '' })
  })

  test('copies existing files, and runs as an unprivileged user with a health check', () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(?:--\S+ )*(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
    const allowed = read('docker/Dockerfile.dockerignore')
    expect(copied.filter(path => !allowed.includes(`\n!${path.split('/')[0]}`))).toEqual([])
    const last = text.slice(text.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER 1000:1000$/m)
    expect(last).toMatch(/^HEALTHCHECK .*CMD \["healthcheck\.sh"\]$/m)
    // Both platforms, by one file.
    expect(text).toContain('FROM --platform=$BUILDPLATFORM')
  })
})

describe('the entry point of the container', () => {
  const program = join(folder.path, 'octavo')
  writeFileSync(program, '#!/bin/sh\necho "$(id -u):$(id -g) $*"\n')
  chmodSync(program, 0o755)
  chmodSync(folder.path, 0o755)
  const start = (env: Record<string, string>, through: readonly string[] = []) => {
    const data = join(folder.path, 'data')
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      [...through, join(DEPLOY, 'docker/entrypoint.sh'), 'serve', '/books'],
      {
        env: { PATH: process.env.PATH ?? '', OCTAVO_PROGRAM: program, OCTAVO_DATA_DIR: data, ...env },
      },
    )
    return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
  }
  const own = `${process.getuid?.()}:${process.getgid?.()}`

  test('switches from root to PUID and PGID', () => {
    const isRoot = process.getuid?.() === 0
    const result = start({ PUID: '1234', PGID: '2345' })
    expect(result.out).toBe(isRoot ? '1234:2345 serve /books' : `${own} serve /books`)
    expect(result.err === '').toBe(isRoot)
    if (isRoot) expect(start({}).out).toBe('1000:1000 serve /books')
  })

  test('says that PUID has no effect for another user', () => {
    const through = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
    const { code, err } = start({ PUID: '7' }, through)
    expect(code).toBe(0)
    expect(err).toContain('PUID has no effect: the container runs as user')
  })

  test('refuses root and words', () => {
    if (process.getuid?.() !== 0) return
    expect(start({ PUID: '0' })).toMatchObject({ code: 2, err: expect.stringContaining('PUID must not be 0') })
    for (const PGID of ['0', '00'])
      expect(start({ PUID: '7', PGID })).toMatchObject({ code: 2, err: expect.stringContaining('PGID must not be 0') })
    expect(start({ PUID: 'ada' })).toMatchObject({ code: 2, err: 'PUID and PGID must be numbers.' })
  })
})

describe('the health check of the container', () => {
  const check = async (status: number, names: (port: number) => Record<string, string>) => {
    const asked: string[] = []
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: request => {
        asked.push(`${request.headers.get('host')} ${new URL(request.url).pathname}`)
        return new Response('', { status })
      },
    })
    const child = Bun.spawn([join(DEPLOY, 'docker/healthcheck.sh')], {
      env: { PATH: process.env.PATH, ...names(server.port ?? 0) },
    })
    const code = await child.exited
    await server.stop(true)
    return { code, asked }
  }

  test('follows the answer of the server or worker', async () => {
    const healthy = { code: 0, asked: ['localhost /health/live'] }
    expect(await check(200, port => ({ OCTAVO_PORT: String(port) }))).toEqual(healthy)
    expect(await check(200, port => ({ OCTAVO_WORKER_HEALTH_PORT: String(port), OCTAVO_PORT: '1' }))).toEqual(healthy)
    expect((await check(503, port => ({ OCTAVO_PORT: String(port) }))).code).toBe(1)
    expect((await check(200, () => ({ OCTAVO_PORT: '1' }))).code).toBe(1)
  })
})

describe('compose', () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dir, 'schemas/compose-spec.json'), 'utf8')) as object
  const follows = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)

  test.each(readdirSync(join(DEPLOY, 'compose')))('%s follows the Compose Specification', file => {
    const document = parse(read(`compose/${file}`), { merge: true }) as {
      services: Record<string, { read_only?: boolean; image: string }>
    }
    follows(document)
    expect(follows.errors ?? []).toEqual([])
    const ours = Object.values(document.services).filter(({ image }) => image.startsWith('octavo'))
    expect(ours.length).toBeGreaterThan(0)
    expect(ours.filter(service => !service.read_only)).toEqual([])
  })
})

describe('Kubernetes', () => {
  const files = readdirSync(join(DEPLOY, 'kubernetes')).map(file => join(DEPLOY, 'kubernetes', file))

  test('every object follows its schema, strictly', async () => {
    const command = await pythonTool('kubernetes-validate', join(import.meta.dir, 'requirements.txt'))
    const { code, output } = await run([command, '--strict', ...files])
    expect(output.split('\n').filter(line => line !== '' && !line.includes(' passed for resource '))).toEqual([])
    expect(code).toBe(0)
  })

  test('every pod has its probes, gives up its rights and belongs to a network policy', () => {
    interface Workload {
      kind: string
      spec: { template: { spec: { containers: Record<string, unknown>[]; securityContext: object } } }
    }
    for (const file of files) {
      const objects = parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS() as Workload)
      const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
      expect(workloads.length).toBeGreaterThan(0)
      for (const { spec } of workloads) {
        expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true })
        for (const container of spec.template.spec.containers) {
          expect(container).toMatchObject({
            startupProbe: expect.anything(),
            livenessProbe: expect.anything(),
            readinessProbe: expect.anything(),
            securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
          })
        }
      }
      expect(objects.map(({ kind }) => kind)).toContain('NetworkPolicy')
    }
  })
})

describe('the systemd unit', () => {
  const root = join(folder.path, 'system')
  const units = join(root, 'etc/systemd/system')
  const analyze = (...args: string[]) => run(['systemd-analyze', ...args])
  const place = () => {
    if (existsSync(units)) return
    for (const path of [units, join(root, 'opt/octavo/0.1.0'), join(root, 'usr/lib/systemd')])
      mkdirSync(path, { recursive: true })
    cpSync(join(DEPLOY, 'systemd/octavo.service'), join(units, 'octavo.service'))
    cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true, verbatimSymlinks: true })
    symlinkSync('0.1.0', join(root, 'opt/octavo/current'))
    const program = join(root, 'opt/octavo/0.1.0/octavo')
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
  }

  test('is valid', async () => {
    place()
    expect(await analyze('verify', `--root=${root}`, 'octavo.service')).toEqual({ code: 0, output: '' })
  })

  test('is sandboxed as far as the runtime allows', async () => {
    place()
    const { code, output } = await analyze(
      'security',
      '--offline=true',
      `--threshold=${EXPOSURE}`,
      `--root=${root}`,
      '--no-pager',
      'octavo.service',
    )
    expect(output).toContain('Overall exposure level for octavo.service')
    expect(code).toBe(0)
  })
})

test('settings that these files name exist', () => {
  const known = new Set(SETTING_KEYS.map(environmentName))
  const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter(file =>
    /\.(ya?ml|service|conf)$/.test(file),
  )
  const named = files.flatMap(file => [...read(file).matchAll(/\bOCTAVO_[A-Z0-9_]+/g)].map(([name]) => name))
  expect(named.length).toBeGreaterThan(5)
  expect([...new Set(named)].filter(name => !known.has(name))).toEqual([])
})
