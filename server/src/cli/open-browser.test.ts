import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../../tests/kit/client'
import { temporaryFolder } from '../../../tests/kit/paths'
import { SERVER_MAIN } from '../../../tests/kit/server-main'
import { browserCommand } from './open-browser'

setDefaultTimeout(60_000)
const folder = temporaryFolder('open-browser')
afterAll(() => folder.remove())

const LINK = 'http://localhost:8080/setup?token=x'
const desk = { environment: { DISPLAY: ':0' }, platform: 'linux', isTerminal: true } as const

test('a browser is opened only in a graphical session', () => {
  expect(browserCommand(desk, LINK)).toEqual(['xdg-open', LINK])
  expect(browserCommand({ ...desk, environment: { WAYLAND_DISPLAY: 'wayland-0' } }, LINK)).toEqual(['xdg-open', LINK])
  expect(browserCommand({ ...desk, environment: {}, platform: 'darwin' }, LINK)).toEqual(['open', LINK])
  expect(browserCommand({ ...desk, environment: {}, platform: 'win32' }, LINK)?.at(-1)).toBe(LINK)
  expect(browserCommand({ ...desk, environment: {} }, LINK)).toBeNull()
  expect(browserCommand({ ...desk, isTerminal: false }, LINK)).toBeNull()
  expect(browserCommand({ ...desk, environment: { DISPLAY: ':10', SSH_CONNECTION: 'x' } }, LINK)).toBeNull()
  expect(browserCommand({ ...desk, environment: { DISPLAY: ':0', BROWSER: 'none' } }, LINK)).toBeNull()
})

test('a server started on a terminal opens its set-up link, once, and one that writes into a pipe does not', async () => {
  const programs = join(folder.path, 'programs')
  const opened = join(folder.path, 'opened')
  mkdirSync(programs)
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${opened}\n`)
  chmodSync(join(programs, 'xdg-open'), 0o755)
  const serve = [process.execPath, SERVER_MAIN, 'serve', '--host', '127.0.0.1', '--port', '0']
  const onTerminal = ['python3', '-c', 'import pty, sys; pty.spawn(sys.argv[1:])', ...serve]
  const run = (command: string[], data: string) =>
    Bun.spawn(command, {
      cwd: folder.path,
      env: {
        PATH: `${programs}:${process.env.PATH}`,
        HOME: folder.path,
        DISPLAY: ':99',
        OCTAVO_DATA_DIR: join(folder.path, data),
        OCTAVO_LOG_LEVEL: 'silent',
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  const greetingOf = async (child: ReturnType<typeof run>) => {
    let text = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('Ctrl+C stops it.')) return text
    }
    throw new Error(`It did not start: ${text} ${await new Response(child.stderr).text()}`)
  }

  const piped = run(serve, 'piped')
  await greetingOf(piped)
  piped.kill('SIGTERM')
  await piped.exited
  expect(existsSync(opened)).toBe(false)

  const shown = run(onTerminal, 'terminal')
  const link = /http:\/\/localhost:\d+\/setup\?token=[\w-]+/.exec(await greetingOf(shown))?.[0]
  const lines = await until(
    async () => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''),
    text => text !== '',
  )
  expect(lines).toBe(`${link}\n`)
  shown.kill('SIGTERM')
  await shown.exited
})
