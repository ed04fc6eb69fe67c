import { RE2JS } from 're2js'
import { AppError } from '../kernel/app-error'
import { LIMITS } from '../kernel/limits'
import { cutToBytes } from '../kernel/text'
import { patternSize } from './pattern-size'

/**
 * A regular expression that a person wrote. It runs in time linear in the text whatever it says, because RE2 knows no
 * back-references and no looking around; named groups are `(?P<name>…)` or `(?<name>…)`.
 */
export interface UserPattern {
  /** Named groups and numbered ones of the first match; null when there is none. */
  match(text: string): PatternMatch | null
  /** Every match replaced; `$1` and `${name}` stand for groups. */
  replaceAll(text: string, replacement: string): string
}

export interface PatternMatch {
  /** Undefined when there is no such group or it took no part. */
  group(name: string): string | undefined
  /** The first numbered group, else the whole match. */
  readonly first: string
}

/** @throws BadRequest naming `field` when it is no valid pattern */
export function userPattern(field: string, source: string): UserPattern {
  const pattern = compiled(field, source)
  const names = new Set(Object.keys(pattern.namedGroups()))
  return {
    match(text) {
      const matcher = pattern.matcher(cutToBytes(text, LIMITS.naming.textBytes))
      if (!matcher.find()) return null
      return {
        group: name => (names.has(name) ? (matcher.group(name) ?? undefined) : undefined),
        first: (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group() ?? '',
      }
    },
    replaceAll: (text, replacement) => replaceWithin(pattern, text, replacement),
  }
}

/** Nobody reads a title that is longer: what would come behind is not even made, so that rules cannot multiply each other. */
function replaceWithin(pattern: RE2JS, text: string, replacement: string): string {
  const { textBytes } = LIMITS.naming
  const matcher = pattern.matcher(cutToBytes(text, textBytes)) as unknown as Replacing
  let replaced = ''
  while (matcher.find()) {
    replaced += matcher.appendReplacement(replacement)
    if (replaced.length > textBytes) return cutToBytes(replaced, textBytes)
  }
  return cutToBytes(replaced + matcher.appendTail(), textBytes)
}

/** What its own replaceAll is made of. */
interface Replacing {
  find(): boolean
  appendReplacement(replacement: string): string
  appendTail(): string
}

function compiled(field: string, source: string): RE2JS {
  if (patternSize(source) > LIMITS.naming.patternSize) {
    throw new AppError('BadRequest', `${field} is too large a pattern: write it with fewer or smaller repetitions`, {
      path: field,
    })
  }
  try {
    return RE2JS.compile(source)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AppError('BadRequest', `${field} is not a pattern: ${why}`, { path: field })
  }
}

/** `{name}` in a template replaced; a name without a value is left out. */
export function fillTemplate(template: string, groupOf: (name: string) => string | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => groupOf(name) ?? '')
}
