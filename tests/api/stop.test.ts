// On a stop, the server completes running work; on broken data it fails with a hint.
import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { comic, writeLibrary } from '../kit/books'
import { client } from '../kit/client'
import { freePort } from '../kit/free-port'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { SERVER_MAIN } from '../kit/server-main'
import { zip } from '../kit/zip'
import { allBooks, firstScans } from './catalogue'

setDefaultTimeout(60_000)

const folder = temporaryFolder('stop')
const running: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})
afterAll(() => folder.remove())

/** The real program, with these arguments and settings alone. */
function octavo(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = Bun.spawn([process.execPath, SERVER_MAIN, ...args], {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder.path,
      OCTAVO_RATE_LIMIT_ENABLED: 'false',
      OCTAVO_SETUP_OPEN: 'true',
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.push(child)
  return child
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${url}/health`).catch(() => null)
    if (answer?.ok) return
    await Bun.sleep(50)
  }
  throw new Error('The server did not start')
}

/** Ends of the program that are expected: its code and its words. */
async function failure(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = octavo(args, { OCTAVO_HOST: '127.0.0.1', OCTAVO_PORT: String(await freePort()), ...env })
  // A start that unexpectedly succeeds must not run forever.
  const patience = setTimeout(() => child.kill('SIGTERM'), 15_000)
  const [words, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  clearTimeout(patience)
  return { code, words }
}

describe('asked to stop', () => {
  /** A server of one book, to be ended by the test. */
  async function serving(name: string, book: Uint8Array) {
    const library = join(folder.path, name)
    writeLibrary(library, { 'Tide/Tide 01.cbz': book })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const child = octavo(['serve', library], {
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_PORT: String(port),
      OCTAVO_DATA_DIR: join(folder.path, `${name} data`),
    })
    await ready(url)
    const { accessToken } = await client(url).post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
    const admin = client(url, { authorization: `Bearer ${accessToken}` })
    await firstScans(admin)
    const [{ id = '' } = {}] = await allBooks(admin)
    return { child, port, url, admin, accessToken, id }
  }

  test('it completes responses already begun, and accepts nothing new', async () => {
    // Larger than the socket buffers of both sides, so that the server is in the middle of it.
    const book = zip([{ name: '1.jpg', data: randomBytes(48 * 1024 * 1024) }])
    const { child, port, url, accessToken, id } = await serving('Large', book)
    const downloads = await Promise.all(
      Array.from({ length: 4 }, () => begun(port, `/api/v1/books/${id}/file`, accessToken)),
    )
    child.kill('SIGTERM')
    await refusedSoon(url)
    const bytes = await Promise.all(downloads.map(download => download.rest()))
    expect(bytes).toEqual(Array(4).fill(book.length))
    expect(await child.exited).toBe(0)
  })

  test('it answers every request that it has accepted', async () => {
    const { child, admin, id } = await serving('Busy', await comic({ pages: 1, size: { width: 1200, height: 1600 } }))
    const dataDir = join(folder.path, 'Busy data')
    const answers = Array.from({ length: 60 }, (_, index) =>
      admin
        .fetch(`/api/v1/books/${id}/pages/1?width=${400 + index}`)
        .then(async answer => [answer.status, (await answer.arrayBuffer()).byteLength > 0]),
    )
    // Connections are accepted in order: an answer on the last one means that all before it were accepted.
    await Promise.all([Promise.race(answers), admin.fetch('/health/live')])
    child.kill('SIGTERM')
    expect(await Promise.all(answers)).toEqual(Array(answers.length).fill([200, true]))
    expect(await child.exited).toBe(0)
    expect(readdirSync(join(dataDir, 'cache/pages')).filter(name => !name.endsWith('.jpg'))).toEqual([])
  })
})

/** A download with received headers that is paused until `rest`, which counts the bytes of the body. */
function begun(port: number, path: string, token: string): Promise<{ readonly rest: () => Promise<number> }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`)
    let head = Buffer.alloc(0)
    socket.on('data', function untilBody(part: Buffer) {
      head = Buffer.concat([head, part])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', untilBody)
      socket.pause()
      let count = head.length - end - 4
      const rest = () =>
        new Promise<number>(done => {
          socket.on('data', (more: Buffer) => {
            count += more.length
          })
          socket.on('close', () => done(count))
          socket.resume()
        })
      resolve({ rest })
    })
  })
}

async function refusedSoon(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const taken = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    )
    if (!taken) return
    await Bun.sleep(20)
  }
  throw new Error('The server still takes requests')
}

describe('a start that cannot be', () => {
  test('with a broken configuration names the place and a remedy', async () => {
    const file = join(folder.path, 'octavo.yaml')
    const dataDir = join(folder.path, 'never')
    const cases: [string, RegExp][] = [
      ['log:\n  level: loud\n', /log\.level/],
      ['prot: 8080\n', /prot.*port/s],
      ['port: [\n', /octavo\.yaml/],
      ['- a\n- b\n', /octavo\.yaml/],
      ['database:\n  url: mysql://x/y\n', /database\.url/],
    ]
    for (const [text, words] of cases) {
      writeFileSync(file, text)
      const end = await failure(['serve', '--config', file], { OCTAVO_DATA_DIR: dataDir })
      expect([text, end.code === 0]).toEqual([text, false])
      expect(end.words).toMatch(words)
      expect(end.words).not.toContain('    at ')
    }
    const missing = await failure(['serve', '--config', join(folder.path, 'none.yaml')], { OCTAVO_DATA_DIR: dataDir })
    expect(missing.code).not.toBe(0)
    expect(missing.words).toContain('none.yaml')
    const typo = await failure(['serve'], { OCTAVO_DATA_DIR: dataDir, OCTAVO_RATE_LIMIT_ENABLED: 'perhaps' })
    expect(typo.code).not.toBe(0)
    expect(typo.words).toContain('OCTAVO_RATE_LIMIT_ENABLED')
  })

  test('on folders that are none, one in another, or an unknown option', async () => {
    mkdirSync(join(folder.path, 'Books/Inside'), { recursive: true })
    writeFileSync(join(folder.path, 'note.txt'), 'x')
    const cases: [string[], string][] = [
      [[join(folder.path, 'nowhere')], 'does not exist'],
      [[join(folder.path, 'note.txt')], 'is a file'],
      [[join(folder.path, 'Books'), join(folder.path, 'Books/Inside')], 'inside'],
      [['--nonsense'], 'nonsense'],
    ]
    for (const [index, [args, words]] of cases.entries()) {
      const end = await failure(['serve', ...args], { OCTAVO_DATA_DIR: join(folder.path, `data-${index}`) })
      expect([args, end.code === 0]).toEqual([args, false])
      expect(end.words).toContain(words)
      expect(end.words).not.toContain('    at ')
    }
  })

  test('on a folder for covers that cannot be written to', async () => {
    const place = join(folder.path, 'covers')
    writeFileSync(place, 'a file')
    for (const [url, words] of [
      [`file://${place}`, 'it is a file'],
      [`file://${place}/below`, 'a part of the path is a file'],
      ['file:///proc/covers', 'it cannot be created there'],
    ] as const) {
      const dataDir = join(folder.path, 'no-covers')
      const end = await failure(['serve'], { OCTAVO_DATA_DIR: dataDir, OCTAVO_STORAGE_URL: url })
      expect([url, end.code]).toEqual([url, 1])
      expect(end.words).toContain(`octavo: Covers cannot be stored in ${url.slice('file://'.length)}: ${words}.`)
    }
  })

  test('on a bucket that does not answer is a start that is not ready', async () => {
    const port = await freePort()
    const child = octavo(['serve'], {
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_PORT: String(port),
      OCTAVO_DATA_DIR: join(folder.path, 'no-bucket'),
      OCTAVO_STORAGE_URL: 's3://covers/x',
      OCTAVO_STORAGE_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OCTAVO_STORAGE_S3_ACCESS_KEY: 'key',
      OCTAVO_STORAGE_S3_SECRET_KEY: 'secret',
    })
    let greeting = ''
    for await (const chunk of child.stdout) {
      greeting += Buffer.from(chunk)
      if (greeting.includes('Ctrl+C stops it.')) break
    }
    expect(greeting).toContain('is running, but the storage of covers does not answer: check OCTAVO_STORAGE_URL.')
    expect(greeting).not.toContain('is ready.')
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('on a database file that is damaged', async () => {
    const dataDir = join(folder.path, 'damaged')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'octavo.db'), randomBytes(8_192))
    const end = await failure(['serve'], { OCTAVO_DATA_DIR: dataDir })
    expect(end.code).not.toBe(0)
    expect(end.words).toContain('octavo')
    expect(readFileSync(join(dataDir, 'octavo.db')).length).toBe(8_192)
  })
})
