/** Limits of one template; see docs/adr/0010-templates.md. */
export const TEMPLATE_LIMITS = {
  /** Characters of a template, and of what it makes. */
  size: 16_384,
  output: 20_000,
  /** Parts that are worked out, each turn of a loop included. */
  steps: 20_000,
  /** Characters given to a helper that count as one of these. */
  charactersOfStep: 100,
  /** Blocks and helpers inside each other. */
  depth: 50,
} as const

/** A template that cannot be shown, as its author sees it. */
export class TemplateError extends Error {
  constructor(
    readonly reason: 'syntax' | 'helper' | 'partial' | 'depth' | 'steps' | 'output' | 'size',
    readonly detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason)
  }
}

/** A member of data from JSON: own members only, so that nothing of the language itself is reached. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && name === 'length') return value.length
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** As Handlebars counts it: an empty list is nothing. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** How much there is to read in a value, about. */
export function charactersOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + charactersOf(each), 0)
  return typeof value === 'string' ? value.length : 1
}

/** What is written of a value; of an object, nothing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : ''
}
