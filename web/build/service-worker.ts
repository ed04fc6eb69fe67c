import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...all: never[]) => unknown>>[1]

const root = join(import.meta.dirname, '..')
/**
 * Parts that open without a network and are fetched on first use: readers, shelves, lists, notes, search, and their
 * messages.
 */
const OFTEN =
  /\/web\/src\/(?:reader|device|messages|ui|features\/(?:offline|events|preferences|marks|books|series|home|lists|want-to-read|auth\/(?:sign-in-page|messages)|search\/(?:palette-results|messages)|admin\/messages|curated-lists\/(?:curated-lists?-page|messages)))[/.]/
const LARGEST = 400_000

interface ShellFile {
  readonly url: string
  readonly revision: string | null
}

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16)

type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The scripts of the page: its entry is one of the chunks that it is split into. */
function scriptsOf(bundle: Bundle): string[] {
  const page = bundle['index.html']
  const text = page?.type === 'asset' ? String(page.source) : ''
  return [...text.matchAll(/src="\.\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
}

/** Chunks needed to open the app and to read without a network, with all their static imports. */
function chunksOf(bundle: Bundle): Set<Chunk> {
  const found = new Set<Chunk>()
  const add = (chunk: Bundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk) || chunk.code.length > LARGEST * (chunk.isDynamicEntry ? 1 : 9))
      return
    found.add(chunk)
    for (const name of chunk.imports) add(bundle[name])
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && OFTEN.test(file.facadeModuleId ?? '')) add(file)
  }
  for (const name of scriptsOf(bundle)) add(bundle[name])
  return found
}

export function shellOf(bundle: Bundle): ShellFile[] {
  const chunks = [...chunksOf(bundle)]
  const styles = chunks.flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])])
  const scripts = Object.keys(bundle).filter(name => /^assets\/bridge-.*\.js$/.test(name))
  const names = new Set([...chunks.map(({ fileName }) => fileName), ...styles, ...scripts])
  const page = bundle['index.html']
  const files: ShellFile[] = [...names].map(url => ({ url, revision: null }))
  if (page?.type === 'asset') files.push({ url: page.fileName, revision: hash(page.source) })
  const publicFolder = join(root, 'public')
  const others = readdirSync(publicFolder).map(name => ({
    url: name,
    revision: hash(readFileSync(join(publicFolder, name))),
  }))
  return [...files, ...others].sort((a, b) => (a.url < b.url ? -1 : 1))
}

/** Builds `sw.js` with the file list of this build. */
export const serviceWorker: Plugin = {
  name: 'octavo-service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const entry = scriptsOf(bundle).at(-1)
      if (!entry) return this.error('The page has no script')
      const built = await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: {
          SHELL: JSON.stringify(shellOf(bundle)),
          ENTRY: JSON.stringify(entry),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: {
            input: join(root, 'service-worker', 'sw.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
      const chunk = [built].flat().flatMap(result => ('output' in result ? result.output : []))[0]
      if (chunk?.type !== 'chunk') return this.error('The service worker was not built')
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: chunk.code })
    },
  },
}
