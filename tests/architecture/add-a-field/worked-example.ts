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

/** The steps of the field of a series and of that of a book, each in order; their migrations have the next free numbers. */
export function workedExamples(): readonly (readonly Step[])[] {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const numbers = readdirSync(join(ROOT, 'server/src/db/migrations')).map(name => Number.parseInt(name, 10))
  const newest = Math.max(...numbers.filter(Number.isInteger))
  return ['### A field of a series', '### A field of a book'].map((heading, index) => {
    const [, section = ''] = guide.split(`${heading}\n`)
    const [text = ''] = section.split('\n### ')
    const free = String(newest + 1 + index).padStart(4, '0')
    return stepsIn(text.replaceAll('NNNN', free))
  })
}

function stepsIn(text: string): Step[] {
  return [...text.matchAll(STEP)].map(([, path = '', above = null, code = '']) => ({ path, above, text: code }))
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
