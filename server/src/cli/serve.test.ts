import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../tests/kit/client'
import { SERVER_MAIN } from '../../../tests/kit/server-main'

setDefaultTimeout(60_000)

const root = mkdtempSync(join(tmpdir(), 'octavo-serve-'))
const running: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Started {
  readonly child: Bun.Subprocess
  readonly url: string
  /** The standard output up to the end of the greeting. */
  readonly greeting: string
}

/** Starts the real server on 127.0.0.1 and waits for its greeting; throws its output if it ends early. */
async function serve(args: readonly string[], dataDir: string): Promise<Started> {
  const child = Bun.spawn([process.execPath, SERVER_MAIN, 'serve', '--host', '127.0.0.1', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root, OCTAVO_DATA_DIR: dataDir, OCTAVO_LOG_LEVEL: 'silent' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.push(child)
  let greeting = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    greeting += decoder.decode(chunk, { stream: true })
    if (greeting.includes('Ctrl+C stops it.')) break
  }
  const [, url] = /(http:\/\/localhost:\d+)/.exec(greeting) ?? []
  if (!url) throw new Error(`${await child.exited}: ${await new Response(child.stderr).text()}`)
  return { child, url: url.replace('localhost', '127.0.0.1'), greeting }
}

test('prints its address, its database and the set-up link, until there is an account', async () => {
  const dataDir = join(root, 'greeting')
  const first = await serve(['--port', '0'], dataDir)
  expect(first.greeting).toMatch(/Octavo \d+\.\d+\.\d+ is ready\./)
  expect(first.greeting).toMatch(/On this computer +http:\/\/localhost:\d+\n/)
  expect(first.greeting).toContain(dataDir)
  expect(first.greeting).toContain('SQLite, in the data folder')
  expect(first.greeting).toMatch(/\/setup\?token=[\w-]{16,}\n/)
  const make = (token: string) =>
    fetch(`${first.url}/api/v1/setup/initialize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-setup-token': token },
      body: JSON.stringify({ username: 'ada', email: 'ada@example.org', password: 'Correct-horse7!' }),
    })
  expect((await make('')).status).toBe(403)
  expect((await make(/setup\?token=([\w-]+)/.exec(first.greeting)?.[1] ?? '')).status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await first.child.exited).toBe(0)

  const second = await serve(['--port', '0'], dataDir)
  expect(second.greeting).not.toContain('/setup?token=')
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it in order', async signal => {
  const { child, url } = await serve(['--port', '0'], join(root, signal))
  expect((await fetch(`${url}/health`)).status).toBe(200)
  child.kill(signal)
  // npm and the terminal may both pass on one Ctrl+C.
  child.kill(signal)
  expect(await child.exited).toBe(0)
})

test('a terminal gets lines for a person, a pipe gets JSON, and both log why it stops', async () => {
  const command = [process.execPath, SERVER_MAIN, 'serve', '--host', '127.0.0.1', '--port', '0']
  const settings = (name: string) => ({
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root, OCTAVO_DATA_DIR: join(root, name) },
  })
  let screen = ''
  const show = (_: unknown, bytes: Uint8Array) => {
    screen += Buffer.from(bytes)
  }
  const onScreen = Bun.spawn(command, {
    ...settings('person'),
    terminal: { cols: 200, rows: 50, data: show },
  })
  running.push(onScreen)
  await until(
    async () => screen,
    text => text.includes('Ctrl+C stops it.'),
  )
  const [first = ''] = screen.split('\r\n')
  expect(first).toMatch(/^\d\d:\d\d:\d\d {2}info {3}database is up to date {2}migrations=\d+$/)
  onScreen.kill('SIGINT')
  expect(await onScreen.exited).toBe(0)
  expect(screen).toMatch(/info {3}stopping {2}reason=SIGINT\r\n.*info {3}stopped\r\n$/s)

  const piped = Bun.spawn(command, { ...settings('collector'), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  running.push(piped)
  for await (const chunk of piped.stdout) {
    if (Buffer.from(chunk).includes('Ctrl+C stops it.')) break
  }
  piped.kill('SIGTERM')
  const lines = (await new Response(piped.stderr).text()).trim().split('\n')
  const entries = lines.map(line => JSON.parse(line) as { msg: string; reason?: string })
  expect(entries.slice(-2)).toMatchObject([{ msg: 'stopping', reason: 'SIGTERM' }, { msg: 'stopped' }])
})

describe('a port in use', () => {
  let blocker: Server | undefined
  afterEach(() => new Promise<void>(resolve => (blocker ? blocker.close(() => resolve()) : resolve())))

  /** The occupied port; if another program already has 8080, that does as well. */
  async function take(port: number): Promise<number> {
    const server = createServer()
    blocker = await new Promise<Server | undefined>(resolve => {
      server.once('error', () => resolve(undefined))
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  test('that was asked for is an error', async () => {
    const port = await take(0)
    const attempt = serve(['--port', String(port)], join(root, 'taken'))
    await expect(attempt).rejects.toThrow(
      `1: octavo: Port ${port} is in use by another program. Stop that program, or choose another port with --port or OCTAVO_PORT.`,
    )
  })

  test('that nobody asked for is passed over', async () => {
    await take(8080)
    const { url } = await serve([], join(root, 'moved'))
    expect(Number(new URL(url).port)).toBeGreaterThan(8080)
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })
})

test('a second server on the same data is refused', async () => {
  const dataDir = join(root, 'shared')
  await serve(['--port', '0'], dataDir)
  await expect(serve(['--port', '0'], dataDir)).rejects.toThrow(
    `1: octavo: Another Octavo already uses the data folder ${dataDir}.`,
  )
})
