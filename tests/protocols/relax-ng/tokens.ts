export interface Token {
  readonly kind: 'word' | 'literal' | 'sign'
  readonly text: string
  readonly line: number
}

const TOKEN =
  /(?<space>\s+|#[^\n]*)|(?<literal>"[^"\n]*"|'[^'\n]*')|(?<word>[A-Za-z_][\w.-]*(?::(?:[A-Za-z_][\w.-]*|\*))?)|(?<sign>[-=,&|?*+(){}[\]~])/gy

/** Splits compact syntax. Annotations in brackets are left out: nothing is validated by them. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  let line = 1
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match?.groups) throw new Error(`Line ${line}: cannot read ${JSON.stringify(text.slice(at, at + 20))}`)
    const { literal, word, sign } = match.groups
    if (sign === '[') depth++
    else if (sign === ']') depth--
    else if (depth === 0 && literal !== undefined) tokens.push({ kind: 'literal', text: literal.slice(1, -1), line })
    else if (depth === 0 && word !== undefined) tokens.push({ kind: 'word', text: word, line })
    else if (depth === 0 && sign !== undefined) tokens.push({ kind: 'sign', text: sign, line })
    line += match[0].split('\n').length - 1
  }
  return tokens
}
