import {
  after,
  choice,
  contains,
  EMPTY,
  group,
  interleave,
  type Name,
  NOT_ALLOWED,
  nullable,
  oneOrMore,
  optional,
  type Pattern,
} from './patterns'

export interface XmlElement extends Name {
  readonly attributes: readonly (Name & { readonly value: string })[]
  readonly children: readonly (XmlElement | string)[]
}

/** The error of a document: null, or the path of the first invalid element with the reason. */
export function validate(schema: Pattern, root: XmlElement): string | null {
  const state: { problem: string | null } = { problem: null }
  const rest = childDerivative(schema, root, `/${root.local}`, state)
  return state.problem ?? (nullable(rest) ? null : `/${root.local} does not fit`)
}

interface State {
  problem: string | null
}

function childDerivative(pattern: Pattern, child: XmlElement, path: string, state: State): Pattern {
  const blame = (why: string) => {
    state.problem ??= `${path}: ${why}`
    return NOT_ALLOWED
  }
  let rest = startTagOpen(pattern, child)
  if (rest === NOT_ALLOWED) return blame('the element is not allowed here')
  for (const { namespace, local, value } of child.attributes) {
    rest = attributeDerivative(rest, { namespace, local }, value)
    if (rest === NOT_ALLOWED) return blame(`${local}="${value}" is not allowed`)
  }
  rest = startTagClose(rest)
  if (rest === NOT_ALLOWED) return blame('an attribute is missing')
  rest = childrenDerivative(rest, child, path, state)
  if (rest === NOT_ALLOWED) return blame('its content is not allowed')
  rest = endTag(rest)
  return rest === NOT_ALLOWED ? blame('something is missing in it') : rest
}

function childrenDerivative(pattern: Pattern, { children }: XmlElement, path: string, state: State): Pattern {
  const onlyText = children.every(child => typeof child === 'string')
  if (onlyText) {
    const text = children.join('')
    const rest = textDerivative(pattern, text)
    return text.trim() === '' ? choice(pattern, rest) : rest
  }
  let rest = pattern
  for (const [place, child] of children.entries()) {
    if (typeof child !== 'string') rest = childDerivative(rest, child, `${path}/${child.local}[${place}]`, state)
    else if (child.trim() !== '') rest = textDerivative(rest, child)
    if (rest === NOT_ALLOWED) return rest
  }
  return rest
}

function textDerivative(pattern: Pattern, text: string): Pattern {
  switch (pattern.kind) {
    case 'choice':
      return choice(textDerivative(pattern.left, text), textDerivative(pattern.right, text))
    case 'interleave':
      return choice(
        interleave(textDerivative(pattern.left, text), pattern.right),
        interleave(pattern.left, textDerivative(pattern.right, text)),
      )
    case 'group': {
      const first = group(textDerivative(pattern.left, text), pattern.right)
      return nullable(pattern.left) ? choice(first, textDerivative(pattern.right, text)) : first
    }
    case 'after':
      return after(textDerivative(pattern.left, text), pattern.right)
    case 'oneOrMore':
      return group(textDerivative(pattern.of, text), optional(pattern))
    case 'text':
      return pattern
    case 'data':
      return pattern.allows(text) ? EMPTY : NOT_ALLOWED
    default:
      return NOT_ALLOWED
  }
}

/** Applies `change` after every `after` of a pattern. */
function behind(pattern: Pattern, change: (rest: Pattern) => Pattern): Pattern {
  if (pattern.kind === 'after') return after(pattern.left, change(pattern.right))
  if (pattern.kind === 'choice') return choice(behind(pattern.left, change), behind(pattern.right, change))
  return NOT_ALLOWED
}

function startTagOpen(pattern: Pattern, name: Name): Pattern {
  switch (pattern.kind) {
    case 'choice':
      return choice(startTagOpen(pattern.left, name), startTagOpen(pattern.right, name))
    case 'element':
      return contains(pattern.name, name) ? after(pattern.content(), EMPTY) : NOT_ALLOWED
    case 'interleave':
      return choice(
        behind(startTagOpen(pattern.left, name), rest => interleave(rest, pattern.right)),
        behind(startTagOpen(pattern.right, name), rest => interleave(pattern.left, rest)),
      )
    case 'oneOrMore':
      return behind(startTagOpen(pattern.of, name), rest => group(rest, optional(pattern)))
    case 'group': {
      const first = behind(startTagOpen(pattern.left, name), rest => group(rest, pattern.right))
      return nullable(pattern.left) ? choice(first, startTagOpen(pattern.right, name)) : first
    }
    case 'after':
      return behind(startTagOpen(pattern.left, name), rest => after(rest, pattern.right))
    default:
      return NOT_ALLOWED
  }
}

function attributeDerivative(pattern: Pattern, name: Name, value: string): Pattern {
  switch (pattern.kind) {
    case 'after':
      return after(attributeDerivative(pattern.left, name, value), pattern.right)
    case 'choice':
      return choice(attributeDerivative(pattern.left, name, value), attributeDerivative(pattern.right, name, value))
    case 'group':
      return choice(
        group(attributeDerivative(pattern.left, name, value), pattern.right),
        group(pattern.left, attributeDerivative(pattern.right, name, value)),
      )
    case 'interleave':
      return choice(
        interleave(attributeDerivative(pattern.left, name, value), pattern.right),
        interleave(pattern.left, attributeDerivative(pattern.right, name, value)),
      )
    case 'oneOrMore':
      return group(attributeDerivative(pattern.of, name, value), optional(pattern))
    case 'attribute': {
      if (!contains(pattern.name, name)) return NOT_ALLOWED
      const content = pattern.content()
      const fits = (value.trim() === '' && nullable(content)) || nullable(textDerivative(content, value))
      return fits ? EMPTY : NOT_ALLOWED
    }
    default:
      return NOT_ALLOWED
  }
}

/** No more attributes: required ones left over are missing. */
function startTagClose(pattern: Pattern): Pattern {
  switch (pattern.kind) {
    case 'after':
      return after(startTagClose(pattern.left), pattern.right)
    case 'choice':
      return choice(startTagClose(pattern.left), startTagClose(pattern.right))
    case 'group':
      return group(startTagClose(pattern.left), startTagClose(pattern.right))
    case 'interleave':
      return interleave(startTagClose(pattern.left), startTagClose(pattern.right))
    case 'oneOrMore':
      return oneOrMore(startTagClose(pattern.of))
    case 'attribute':
      return NOT_ALLOWED
    default:
      return pattern
  }
}

function endTag(pattern: Pattern): Pattern {
  if (pattern.kind === 'choice') return choice(endTag(pattern.left), endTag(pattern.right))
  if (pattern.kind === 'after') return nullable(pattern.left) ? pattern.right : NOT_ALLOWED
  return NOT_ALLOWED
}
