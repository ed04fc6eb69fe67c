import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from './paths'
import { spawnOctavo } from './process'
import { SERVER_MAIN } from './server-main'

test('tests start the built server, with its parser program', async () => {
  const built = dirname(SERVER_MAIN)
  expect([dirname(built), basename(SERVER_MAIN)]).toEqual([join(ROOT, 'dist'), 'main.js'])
  expect(existsSync(join(built, 'child.js'))).toBe(true)
  const help = spawnOctavo(['help'], {})
  expect(await help.exited).toBe(0)
  await help.end()
  expect(help.log()).toContain('octavo serve')
})
