import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BareWork {
  readonly seconds: number
  readonly cpuSeconds: number
}

/** Seconds of a bare walk of a folder that looks at every file: the best of three, since the first one warms the cache. */
export async function bareWalk(folder: string): Promise<{ files: number; seconds: number }> {
  const walks: { files: number; seconds: number }[] = []
  for (let time = 0; time < 3; time++) {
    walks.push(await run<{ files: number; seconds: number }>('walk-main.ts', [folder]))
  }
  return walks.reduce((best, each) => (each.seconds < best.seconds ? each : best))
}

/** The covers of all comics below a folder, made by so many processes side by side. */
export async function bareThumbnails(folder: string, processes: number, scratch: string): Promise<BareWork> {
  const books = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.cbz'))
  const parts = Array.from({ length: processes }, (_, part) => books.filter((_book, at) => at % processes === part))
  const done = await Promise.all(
    parts.map((names, part) => {
      const target = join(scratch, `bare-${part}`)
      mkdirSync(target, { recursive: true })
      writeFileSync(`${target}.json`, JSON.stringify(names.map(name => join(folder, name))))
      return run<BareWork>('thumbnails-main.ts', [`${target}.json`, target])
    }),
  )
  return {
    seconds: Math.max(...done.map(each => each.seconds)),
    cpuSeconds: done.reduce((sum, each) => sum + each.cpuSeconds, 0),
  }
}

async function run<T>(script: string, args: readonly string[]): Promise<T> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${script} failed`)
  return JSON.parse(text) as T
}
