// Patterns of RELAX NG, and what is left of one after a part of a document: the derivatives of James Clark,
// "An algorithm for RELAX NG validation" (thaiopensource.com/relaxng/derivative.html).

export interface Name {
  readonly namespace: string
  readonly local: string
}

export type NameClass =
  | { readonly kind: 'any'; readonly except: NameClass | null }
  | { readonly kind: 'namespace'; readonly namespace: string; readonly except: NameClass | null }
  | ({ readonly kind: 'name' } & Name)
  | { readonly kind: 'choice'; readonly of: readonly NameClass[] }

export type Pattern =
  | { readonly kind: 'notAllowed' | 'empty' | 'text' }
  | { readonly kind: 'choice' | 'interleave' | 'group' | 'after'; readonly left: Pattern; readonly right: Pattern }
  | { readonly kind: 'oneOrMore'; readonly of: Pattern }
  | { readonly kind: 'data'; readonly allows: (value: string) => boolean }
  | { readonly kind: 'attribute' | 'element'; readonly name: NameClass; readonly content: () => Pattern }

export const NOT_ALLOWED: Pattern = { kind: 'notAllowed' }
export const EMPTY: Pattern = { kind: 'empty' }
export const TEXT: Pattern = { kind: 'text' }

export function choice(left: Pattern, right: Pattern): Pattern {
  if (left === NOT_ALLOWED || left === right) return right
  if (right === NOT_ALLOWED) return left
  return { kind: 'choice', left, right }
}

export function group(left: Pattern, right: Pattern): Pattern {
  if (left === NOT_ALLOWED || right === NOT_ALLOWED) return NOT_ALLOWED
  if (left === EMPTY) return right
  if (right === EMPTY) return left
  return { kind: 'group', left, right }
}

export function interleave(left: Pattern, right: Pattern): Pattern {
  if (left === NOT_ALLOWED || right === NOT_ALLOWED) return NOT_ALLOWED
  if (left === EMPTY) return right
  if (right === EMPTY) return left
  return { kind: 'interleave', left, right }
}

export function after(left: Pattern, right: Pattern): Pattern {
  return left === NOT_ALLOWED || right === NOT_ALLOWED ? NOT_ALLOWED : { kind: 'after', left, right }
}

export function oneOrMore(of: Pattern): Pattern {
  return of === NOT_ALLOWED ? NOT_ALLOWED : { kind: 'oneOrMore', of }
}

export function optional(of: Pattern): Pattern {
  return choice(of, EMPTY)
}

export function contains(names: NameClass, name: Name): boolean {
  switch (names.kind) {
    case 'any':
      return names.except === null || !contains(names.except, name)
    case 'namespace':
      return names.namespace === name.namespace && (names.except === null || !contains(names.except, name))
    case 'name':
      return names.namespace === name.namespace && names.local === name.local
    case 'choice':
      return names.of.some(each => contains(each, name))
  }
}

/** Whether the pattern matches nothing at all. */
export function nullable(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'group':
    case 'interleave':
      return nullable(pattern.left) && nullable(pattern.right)
    case 'choice':
      return nullable(pattern.left) || nullable(pattern.right)
    case 'oneOrMore':
      return nullable(pattern.of)
    case 'empty':
    case 'text':
      return true
    default:
      return false
  }
}
