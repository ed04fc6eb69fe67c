// The worked example of CONTRIBUTING.md: the code to write, by file.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../kit/paths'

export interface Step {
  /** From the repository's root. */
  readonly path: string
  /** The beginning of the line below the insertion; null for a new file. */
  readonly above: string | null
  readonly text: string
}

const STEP = /^`([^`\n]+)`, (?:above `([^`\n]+)`|new):\n\n```(?:ts|json)\n([\s\S]*?)^```$/gm

/** The steps in their order, the migration with the number that is free. */
export function workedExample(): Step[] {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const section = guide.slice(guide.indexOf('## Add a field'))
  const numbers = readdirSync(join(ROOT, 'server/src/db/migrations')).map(name => Number.parseInt(name, 10))
  const next = String(Math.max(...numbers.filter(Number.isInteger)) + 1).padStart(4, '0')
  return [...section.matchAll(STEP)].map(([, path = '', above = null, text = '']) => ({
    path: path.replaceAll('NNNN', next),
    above,
    text: text.replaceAll('NNNN', next),
  }))
}

/** @throws if the line is missing or occurs twice */
export function withStep(source: string, { path, above, text }: Step): string {
  if (above === null) return text
  const lines = source.split('\n')
  const places = lines.flatMap((line, at) => (line.trimStart().startsWith(above) ? [at] : []))
  const [at] = places
  if (at === undefined || places.length > 1) throw new Error(`${places.length} lines of ${path} begin with ${above}`)
  return [...lines.slice(0, at), text.trimEnd(), ...lines.slice(at)].join('\n')
}
