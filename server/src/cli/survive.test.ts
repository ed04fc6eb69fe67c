import { expect, test } from 'bun:test'
import { join } from 'node:path'

// F17.
test('an unhandled rejection is logged and does not end the process', async () => {
  const here = (file: string) => JSON.stringify(join(import.meta.dir, file))
  const script = `
    const { surviveRejections } = await import(${here('survive.ts')})
    const { createLogger } = await import(${here('../kernel/log.ts')})
    surviveRejections(createLogger('info'))
    void Promise.reject(new Error('nobody waits'))
    await Bun.sleep(1)
    console.log('still here')`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' })
  const [said, logged] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, said]).toEqual([0, 'still here\n'])
  expect(JSON.parse(logged)).toMatchObject({ level: 50, err: { message: 'nobody waits' } })
}, 30_000)
