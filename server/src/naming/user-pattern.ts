import { RE2JS } from 're2js'
import { refused } from '../kernel/app-error'
import { LIMITS } from '../kernel/limits'
import { cutToBytes } from '../kernel/text'
import { patternSize } from './pattern-size'

/**
 * A user-defined regular expression. It always runs in linear time, because RE2 has no back-references or lookaround;
 * named groups are `(?P<name>…)` or `(?<name>…)`.
 */
export interface UserPattern {
  /** Named and numbered groups of the first match; null without a match. */
  match(text: string): PatternMatch | null
  /** Replaces all matches; `$1` and `${name}` refer to groups. */
  replaceAll(text: string, replacement: string): string
}

export interface PatternMatch {
  /** Undefined if there is no such group or it did not match. */
  group(name: string): string | undefined
  /** The first numbered group, else the whole match. */
  readonly first: string
}

/** @throws BadRequest naming `field` if it is invalid */
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

/** Longer titles are useless: the output is limited, so that rules cannot multiply each other's. */
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

/** The basis of its own replaceAll. */
interface Replacing {
  find(): boolean
  appendReplacement(replacement: string): string
  appendTail(): string
}

function compiled(field: string, source: string): RE2JS {
  if (patternSize(source) > LIMITS.naming.patternSize) {
    const message = `${field} is too large a pattern: write it with fewer or smaller repetitions`
    throw refused('BadRequest', 'pattern_slow', message, field)
  }
  try {
    return RE2JS.compile(source)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw refused('BadRequest', 'pattern_bad', `${field} is not a pattern: ${why}`, field)
  }
}

/** Replaces `{name}` in a template; a name without a value is removed. */
export function fillTemplate(template: string, groupOf: (name: string) => string | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => groupOf(name) ?? '')
}
