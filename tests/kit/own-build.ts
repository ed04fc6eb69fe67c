import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT, temporaryFolder } from './paths'
import { SERVER_MAIN } from './server-main'

export interface OwnBuild {
  /** The file to start. */
  readonly main: string
  /** Entry script of the web app that is served now. */
  readonly script: () => string
  /** Builds the web app again, so that each of its scripts has another name, and puts it in place of the current one. */
  readonly update: () => Promise<void>
  readonly remove: () => void
}

/** A copy of the built server and of the web app that it serves. */
export function ownBuild(): OwnBuild {
  const folder = temporaryFolder('build')
  const server = join(folder.path, 'dist', basename(dirname(SERVER_MAIN)))
  const served = join(folder.path, 'web/dist')
  mkdirSync(dirname(served), { recursive: true })
  cpSync(dirname(SERVER_MAIN), server, { recursive: true })
  cpSync(join(ROOT, 'web/dist'), served, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  return {
    main: join(server, basename(SERVER_MAIN)),
    script: () => scriptOf(served),
    update: async () => {
      const next = join(folder.path, 'next')
      await buildAgain(next)
      if (scriptOf(next) === scriptOf(served)) throw new Error('The other build is the same one')
      rmSync(served, { recursive: true })
      renameSync(next, served)
    },
    remove: folder.remove,
  }
}

function scriptOf(folder: string): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const [, name] = [...page.matchAll(/<script[^>]* src="\.\/(assets\/[^"]+)"/g)].at(-1) ?? []
  if (!name) throw new Error(`No script in ${folder}`)
  return name
}

/** In a process of its own, like `npm run build`. */
async function buildAgain(outDir: string): Promise<void> {
  const names = { entryFileNames: 'assets/[name]-[hash]-2.js', chunkFileNames: 'assets/[name]-[hash]-2.js' }
  const options = { logLevel: 'warn', build: { outDir, emptyOutDir: true, rolldownOptions: { output: names } } }
  // Without the best compression, a third of the work: the server compresses what is requested.
  const program = `import { build, mergeConfig } from 'vite'
    import config from './vite.config.ts'
    const plugins = config.plugins.filter(({ name }) => name !== 'octavo-brotli')
    await build({ ...mergeConfig({ ...config, plugins }, ${JSON.stringify(options)}), configFile: false })`
  const run = Bun.spawn([process.execPath, '-e', program], {
    cwd: join(ROOT, 'web'),
    // Tests run with NODE_ENV=test, and an app that is built with it registers no service worker.
    env: { ...process.env, NODE_ENV: 'production' },
    stderr: 'pipe',
  })
  if ((await run.exited) !== 0) throw new Error(`The other build failed:\n${await new Response(run.stderr).text()}`)
}
