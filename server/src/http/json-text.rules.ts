/** Maximum nesting of a body: list conditions, the deepest ones, have at most sixty levels. */
const DEEPEST = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])

/**
 * The top-level member in which a JSON text exceeds the nesting limit, `''` for the text itself; null for none. Checked
 * before parsing: recursive code would overflow the stack.
 */
export function tooDeepIn(text: string, deepest = DEEPEST): string | null {
  let depth = 0
  let member = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (depth === 1) member = text.slice(at + 1, end)
      at = end
    } else if (OPEN.has(code)) {
      if (++depth > deepest) return member.slice(0, 100)
    } else if (CLOSE.has(code)) depth--
  }
  return null
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** The path of a string that databases reject, with U+0000 or a lone surrogate; null for none. */
export function badTextIn(body: unknown): { readonly path: string; readonly what: 'zero' | 'half' } | null {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: body, path: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next
    const what = typeof value === 'string' ? badPart(value) : null
    if (what) return { path, what }
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      const inside = path === '' ? name : `${path}.${name}`
      const ofName = badPart(name)
      if (ofName) return { path, what: ofName }
      open.push({ value: part, path: inside })
    }
  }
  return null
}

function badPart(text: string): 'zero' | 'half' | null {
  if (text.includes('\0')) return 'zero'
  return text.isWellFormed() ? null : 'half'
}
