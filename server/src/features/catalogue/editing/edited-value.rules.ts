import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** Whether two values are equal, ignoring the order of members. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

/** The changed keys. */
export function changedNames<Values extends object>(before: Values, change: Partial<Values>): string[] {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.entries(change).flatMap(([name, value]) => (isSame(old.get(name), value) ? [] : [name]))
}

/** The value of a key; undefined without one. */
export function valueAt(values: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(values)).get(name)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Splits names at commas, without duplicates; undefined stays undefined, null and empty text give an empty list. */
export function namesIn(text: string | null | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const names = (text ?? '').split(',').map(name => name.trim())
  return [...new Set(names.filter(Boolean))]
}

/**
 * A JSON merge patch (RFC 7396); undefined if the result is too large and `sparesTooLarge` is set.
 * @throws BadRequest if the result is too large
 */
export function merged(
  target: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
  sparesTooLarge = false,
): Readonly<Record<string, unknown>> | undefined {
  const result = mergedPart(target, patch)
  const bytes = Buffer.byteLength(JSON.stringify(result))
  if (bytes <= LIMITS.metadata.customBytes) return result
  if (sparesTooLarge) return undefined
  const message = `customMetadata: ${bytes} bytes as JSON; ${LIMITS.metadata.customBytes} at most`
  throw refused('BadRequest', 'text_long', message, { path: 'customMetadata', max: LIMITS.metadata.customBytes })
}

/** @throws BadRequest for a merge patch larger than any valid one */
export function checkPatch(patch: Readonly<Record<string, unknown>> | null | undefined): void {
  if (patch) merged({}, patch)
}

function mergedPart(target: unknown, patch: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const result = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, isObject(value) ? mergedPart(result.get(name), value) : value)
  }
  return Object.fromEntries(result)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A version tag of what a client has seen, to detect concurrent changes. */
export function versionOf(seen: object): string {
  return `"${Bun.hash(canonical(seen)).toString(36)}"`
}
