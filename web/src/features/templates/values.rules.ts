/** Limits of one template; see docs/adr/0010-templates.md. */
export const TEMPLATE_LIMITS = {
  /** Maximum characters of a template, and of its output. */
  size: 16_384,
  output: 20_000,
  /** Maximum evaluated nodes, including each iteration of a loop. */
  steps: 20_000,
  /** Characters passed to a helper that count as one node. */
  charactersOfStep: 100,
  /** Maximum nesting of blocks and helpers. */
  depth: 50,
} as const

/** A template error, as shown to its author. */
export class TemplateError extends Error {
  constructor(
    readonly reason: 'syntax' | 'helper' | 'partial' | 'depth' | 'steps' | 'output' | 'size',
    readonly detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason)
  }
}

/** A member of data from JSON: own members only, so that the language's own are not reachable. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && name === 'length') return value.length
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** Truthiness of Handlebars: an empty list is false. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** The approximate size of a value. */
export function charactersOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + charactersOf(each), 0)
  return typeof value === 'string' ? value.length : 1
}

/** The text of a value; empty for an object. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : ''
}
