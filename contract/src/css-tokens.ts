import { withoutEscapes } from './data-drawing'

/** A token of a stylesheet. Names and strings are without escapes; white space and comments are left out. */
export interface CssToken {
  readonly kind: 'name' | 'function' | 'at' | 'text' | 'url' | 'number' | 'other'
  readonly text: string
  /** Of a number: its unit, in lower case, or `%`. */
  readonly unit: string
}

const NAME = String.raw`(?:--|-?(?:[a-z_\x80-\uffff]|\\[^\n]))(?:[\w\x80-\uffff-]|\\[^\n])*`
const TOKEN = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)|\s+|<!--|-->`,
    String.raw`"((?:\\[\s\S]|[^"\\\n])*)"?|'((?:\\[\s\S]|[^'\\\n])*)'?`,
    String.raw`u(?:r|\\0{0,4}72\s?)l\(\s*(?!["'\s])((?:\\[^\n]|[^()"'\\\s])*)\s*\)?`,
    String.raw`([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|${NAME})?`,
    String.raw`(@?)(${NAME})(\(?)`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gi',
)

/** The tokens of a stylesheet, as browsers read them. */
export function* cssTokens(css: string): Generator<CssToken> {
  for (const [written, double, single, address, number, unit = '', at, name, bracket] of css.matchAll(TOKEN)) {
    const quoted = double ?? single
    if (quoted !== undefined) yield { kind: 'text', text: withoutEscapes(quoted), unit: '' }
    else if (address !== undefined) yield { kind: 'url', text: withoutEscapes(address), unit: '' }
    else if (number !== undefined) yield { kind: 'number', text: number, unit: withoutEscapes(unit).toLowerCase() }
    else if (name !== undefined) {
      const kind = at ? 'at' : bracket ? 'function' : 'name'
      yield { kind, text: withoutEscapes(name).toLowerCase(), unit: '' }
    } else if (!/^(?:\s|\/\*|<!--|-->)/.test(written)) yield { kind: 'other', text: written, unit: '' }
  }
}
