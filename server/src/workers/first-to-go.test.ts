import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { goesFirst } from './first-to-go'

test('a parser process is the first that the kernel ends when memory is short', async () => {
  const child = Bun.spawn([process.execPath, '-e', 'setInterval(() => {}, 1000)'])
  goesFirst(child.pid)
  const file = `/proc/${child.pid}/oom_score_adj`
  if (existsSync('/proc/self')) expect(readFileSync(file, 'utf8')).toBe('1000\n')
  child.kill()
  await child.exited
  expect(() => goesFirst(child.pid)).not.toThrow()
})
