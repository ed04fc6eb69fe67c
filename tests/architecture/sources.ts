import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import { ROOT } from '../kit/paths'

/** One file of ours: its path from the repository's root, and its text. */
export interface Source {
  readonly path: string
  readonly name: string
  readonly text: string
}

const WORKSPACES = ['contract', 'server', 'web', 'bench', 'tests', 'scripts']

/** Every TypeScript and JavaScript file of ours, tests included. */
export function sources(): Source[] {
  const glob = new Glob(`{${WORKSPACES.join(',')}}/**/*.{ts,tsx,mjs,cjs,css}`)
  return [...glob.scanSync({ cwd: ROOT })]
    .filter(path => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .map(path => ({ path, name: basename(path), text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const isTest = ({ path }: Source): boolean => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)

/** The lines of a file in which `pattern` stands, as `path:line`. */
export function places(source: Source, pattern: RegExp): string[] {
  return source.text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${source.path}:${index + 1}`] : []))
}

/** The exports of a module, including types; `*` for `export *`, and one name for `export * as name`. */
export function exportedNames({ text }: Source): string[] {
  const lists = [...text.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    (list ?? '').split(',').map(item => /(\w+)\s*$/.exec(item)?.[1] ?? ''),
  )
  const declared = [
    ...text.matchAll(/^export\s+(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/gm),
  ].map(([, name]) => name ?? '')
  const stars = [...text.matchAll(/^export\s+\*(?:\s+as\s+(\w+))?/gm)].map(([, name]) => name ?? '*')
  return [...lists, ...declared, ...stars].filter(name => name !== '')
}
