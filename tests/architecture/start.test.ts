import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, temporaryFolder } from '../kit/paths'

/** What only some servers need, and those later. Scalar alone is 4.5 MB of source. */
const LATER = [
  '@scalar/client-side-rendering',
  '@scalar/fastify-api-reference',
  '@simplewebauthn/server',
  'nodemailer',
  'openid-client',
  'pg',
  'prom-client',
  'sharp',
  'yaml',
]

const LOAD = `
await import('./server/src/cli')
await import('./server/src/app')
console.log(JSON.stringify(Object.keys(require.cache)))
`

test('a start loads no module that is needed later or rarely', async () => {
  const child = Bun.spawn([process.execPath, '-e', LOAD], { cwd: ROOT, stdout: 'pipe', stderr: 'inherit' })
  const loaded = JSON.parse(await new Response(child.stdout).text()) as string[]
  expect(loaded).toContain(join(ROOT, 'server/src/app.ts'))
  expect(LATER.filter(name => loaded.some(path => path.includes(`/node_modules/${name}/`)))).toEqual([])
})

test('every way to start a server gives it the same number of file threads', async () => {
  const { serverEnvironment } = (await import(join(ROOT, 'scripts/server-env.mjs'))) as {
    serverEnvironment: (own: Record<string, string>) => Record<string, string>
  }
  const number = /UV_THREADPOOL_SIZE(?::-|=)(\d+)/
  const threads = ['octavo', 'octavo.cmd'].map(file => number.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1])
  const { UV_THREADPOOL_SIZE: expected = '' } = serverEnvironment({})
  expect(threads).toEqual([expected, expected])
})

test('the launcher finds its folder by a relative path or link, whatever cd would search', () => {
  const folder = temporaryFolder('launcher')
  const own = join(realpathSync(folder.path), 'a folder')
  for (const path of [join(own, 'runtime'), join(folder.path, 'other/a folder')]) mkdirSync(path, { recursive: true })
  copyFileSync(join(ROOT, 'octavo'), join(own, 'octavo'))
  writeFileSync(join(own, 'runtime/bun'), '#!/bin/sh\necho "$1"\n', { mode: 0o755 })
  symlinkSync('a folder/octavo', join(folder.path, 'octavo'))
  const env = { PATH: process.env.PATH ?? '', CDPATH: join(folder.path, 'other') }
  const started = ['a folder/octavo', './octavo', 'octavo'].map(path =>
    Bun.spawnSync(['sh', path], { cwd: folder.path, env }).stdout.toString(),
  )
  expect(started).toEqual(Array(3).fill(`${join(own, 'dist/server/main.js')}\n`))
  folder.remove()
})
