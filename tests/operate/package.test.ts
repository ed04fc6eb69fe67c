// The result of `npm run package`, unpacked without Node, sources or any program except a shell.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import manifest from '../../package.json'
import { scalarScript } from '../../server/src/http/scalar-script'
import { type CleanRoot, cleanRoot } from '../kit/clean-root'
import { client, until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { FIXTURES, ROOT, temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'

setDefaultTimeout(120_000)

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}
interface Sbom {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const FORMATS = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf']
const MOST_BYTES = 200 * 1024 * 1024
const folder = temporaryFolder('package')
const output = join(folder.path, 'output')
const root = join(folder.path, 'root')
const platform = `linux-${process.arch}`
const name = `octavo-${manifest.version}-${platform}`
const home = `/opt/${name}`
let clean: CleanRoot

const sh = (command: string, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-c', command], { cwd })
  return { exitCode, text: stdout.toString() + stderr.toString() }
}

beforeAll(() => {
  const made = sh(`node scripts/package.mjs this --output ${output}`, ROOT)
  if (made.exitCode !== 0) throw new Error(made.text)
  Bun.spawnSync(['chmod', '755', folder.path])
  clean = cleanRoot(root)
  sh(`mkdir -p ${root}/opt && tar -xzf ${output}/${name}.tar.gz -C ${root}/opt`, folder.path)
  sh(`ln -s ${home} ${root}/opt/octavo && ln -s ../opt/octavo/octavo ${root}/bin/octavo`, folder.path)
  for (const format of FORMATS) clean.addReadable(join(FIXTURES, format), `books/${format}`)
  clean.addWritable('data')
})
const running: Bun.Subprocess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  folder.remove()
})

describe('the archive', () => {
  test('has the checksums of SHA256SUMS', () => {
    expect(sh('sha256sum --check --strict SHA256SUMS', output)).toEqual({
      exitCode: 0,
      text: `${name}.tar.gz: OK\n${name}.cdx.json: OK\n`,
    })
  })

  test('is below 200 MB unpacked, without sources, source maps, links and Node', () => {
    const files = readdirSync(join(root, home), { recursive: true, withFileTypes: true }).filter(
      entry => !entry.isDirectory(),
    )
    const paths = files.map(file => join(file.parentPath, file.name))
    expect(files.filter(file => !file.isFile())).toEqual([])
    expect(paths.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(MOST_BYTES)
    expect(paths.filter(path => /\.(tsx?|map)$/.test(path) || /\/node(\.exe)?$/.test(path))).toEqual([])
    const scripts = paths.filter(path => path.includes('/dist/server/')).map(path => readFileSync(path, 'utf8'))
    expect(scripts.length).toBeGreaterThan(10)
    expect(scripts.filter(text => /\n\/\/# sourceMappingURL=\S+\s*$/.test(text))).toEqual([])
    for (const file of ['octavo', 'LICENSE', 'LICENSES.txt', 'CHANGELOG.md', 'sbom.cdx.json', 'web/dist/index.html'])
      expect(existsSync(join(root, home, file))).toBe(true)
  })

  test('is identical for the same files, whenever they were written', async () => {
    const { archiveOf } = (await import(join(ROOT, 'scripts/package/archive.mjs'))) as {
      archiveOf: (folder: string, kind: string, time: Date) => Promise<string>
    }
    for (const kind of ['tar.gz', 'zip']) {
      const sums = []
      for (const time of [1, 2]) {
        const same = join(folder.path, `${kind}-${time}`, 'same')
        mkdirSync(join(same, 'inside'), { recursive: true })
        for (const file of ['b.txt', 'inside/a.txt', 'a.txt']) {
          writeFileSync(join(same, file), file)
          utimesSync(join(same, file), time, time)
        }
        sums.push(sh(`sha256sum < ${await archiveOf(same, kind, new Date(1_767_225_600_000))}`, folder.path).text)
      }
      expect(sums[0]).toBe(sums[1] ?? '')
    }
  })

  test('has a bill of materials of everything inside, with the versions of the lock file', () => {
    const sbom = JSON.parse(readFileSync(join(output, `${name}.cdx.json`), 'utf8')) as Sbom
    expect({ format: sbom.bomFormat, version: sbom.metadata.component.version }).toEqual({
      format: 'CycloneDX',
      version: manifest.version,
    })
    const modules = join(root, home, 'node_modules')
    const inside = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .filter(path => /(^|\/)node_modules\/((@[^/]+\/)?[^/]+)\/package\.json$/.test(`node_modules/${path}`))
      .map(path => JSON.parse(readFileSync(join(modules, path), 'utf8')) as Component)
    expect(inside.length).toBeGreaterThan(15)
    const listed = new Set(sbom.components.map(each => `${each.name}@${each.version}`))
    expect(inside.map(each => `${each.name}@${each.version}`).filter(each => !listed.has(each))).toEqual([])
    // What is bundled, too: of the server, of the web app, and the runtime.
    const names = new Set(sbom.components.map(each => each.name))
    for (const bundled of ['hono', 'kysely', 'react', '@mantine/core']) expect(names).toContain(bundled)
    const runtime = sbom.components.find(each => each.name.startsWith('@oven/bun-linux'))
    expect(runtime?.hashes?.[0]?.content).toBe(sh(`sha256sum < ${root}${home}/runtime/bun`, root).text.slice(0, 64))
    expect([...names].filter(each => /darwin|win32|musl/.test(each))).toEqual([])
    const refs = sbom.dependencies.map(({ ref }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
  })

  test('reports an unknown platform', () => {
    const { exitCode, text } = sh('node scripts/package.mjs beos', ROOT)
    expect(exitCode).toBe(2)
    expect(text).toContain('There is no platform "beos". Choose from: linux-x64, linux-arm64,')
  })
})

describe('in a clean root', () => {
  const run = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(clean.command('/bin/octavo', ...args), {
      env: { HOME: '/data' },
    })
    return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
  }

  test('contains no other program', () => {
    expect(readdirSync(join(root, 'bin')).sort()).toEqual(['octavo', 'readlink', 'sh'])
  })

  test('runs the command through links, from any folder', () => {
    expect(run('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
    expect(run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage: octavo COMMAND'), err: '' })
    expect(run('srve')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean octavo serve?') })
  })

  test('runs a server that scans, shows pages and covers of every format, and stops', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const child = Bun.spawn(clean.command('/bin/octavo', 'serve', '/books'), {
      env: {
        HOME: '/data',
        OCTAVO_HOST: '127.0.0.1',
        OCTAVO_PORT: String(port),
        OCTAVO_DATA_DIR: '/data',
        OCTAVO_SETUP_OPEN: 'true',
        OCTAVO_RATE_LIMIT_ENABLED: 'false',
        OCTAVO_API_DOCS_ENABLED: 'true',
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    running.push(child)
    const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    const answers = () =>
      fetch(`${url}/health`).then(
        answer => answer.ok,
        () => false,
      )
    const started = await until(answers, ok => ok || child.exitCode !== null, 30)
    if (!started) throw new Error((await output).join('\n'))
    const anonymous = client(url)
    const { accessToken } = await anonymous.post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
    const admin = client(url, { authorization: `Bearer ${accessToken}` })
    interface Book {
      readonly id: string
      readonly path: string
      readonly analyzed: boolean
      readonly analysisError: string | null
      readonly pageCount: number
    }
    const formatOf = (book: Book) => extname(book.path).slice(1)
    const readable = (books: readonly Book[]) =>
      books.filter(book => book.analyzed && book.analysisError === null && book.pageCount > 0)
    const { data } = await until(
      () => admin.get<{ data: readonly Book[] }>('/api/v1/books?pageSize=500'),
      books => FORMATS.every(format => readable(books.data).some(book => formatOf(book) === format)),
      90,
    )
    const bookOf = (format: string) => readable(data).find(book => formatOf(book) === format)?.id
    for (const format of FORMATS.filter(each => each !== 'epub')) {
      const page = await admin.fetch(`/api/v1/books/${bookOf(format)}/pages/1`)
      expect({ format, status: page.status, type: page.headers.get('content-type') }).toMatchObject({
        format,
        status: 200,
        type: expect.stringMatching(/^image\//),
      })
    }
    // Resized by sharp.
    const cover = await admin.fetch(`/api/v1/books/${bookOf('epub')}/thumbnail`)
    expect(cover.status).toBe(200)
    const app = await (await fetch(url)).text()
    const script = /src="([^"]+\.js)"/.exec(app)?.[1] ?? ''
    expect((await fetch(new URL(script, url))).headers.get('content-type')).toContain('javascript')
    expect((await fetch(`${url}/api/docs`)).status).toBe(200)
    // It is compressed inside.
    for (const encoding of ['gzip', 'identity']) {
      const scalar = await fetch(`${url}/api/docs/scalar.js`, { headers: { 'accept-encoding': encoding } })
      expect(scalar.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
      expect(Bun.hash(await scalar.bytes())).toBe(Bun.hash(scalarScript()))
    }

    const server = sh(`pgrep -P ${child.pid}`, root).text.trim()
    expect(server).toMatch(/^\d+$/)
    process.kill(Number(server), 'SIGTERM')
    expect(await child.exited).toBe(0)
    expect((await output).join('\n')).toContain('"stopped"')
  })
})
