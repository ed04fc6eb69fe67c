/** Ready markup: its text is already escaped. */
export type Markup = string & { readonly markup: unique symbol }

type Value = string | number | null | undefined
type Attributes = Readonly<Record<string, Value>>

/** Characters that XML 1.0 forbids even as references, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Text without special characters, which is nearly all of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const PLAIN = /^[^&<>"\0-\x1F\uD800-\uDFFF\uFFFE\uFFFF]*$/

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text between tags. */
function text(value: string | number): Markup {
  const given = String(value)
  if (PLAIN.test(given)) return given as Markup
  return given.replace(FORBIDDEN, '').replace(/[&<>\r]/g, character => REFERENCES[character] ?? '') as Markup
}

/** One element. Null or undefined attributes are left out, as is null content. */
export function element(name: string, attributes: Attributes, ...content: readonly (Markup | null)[]): Markup {
  let inner = ''
  for (const part of content) if (part !== null) inner += part
  const start = `<${name}${attributesText(attributes)}`
  return (inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`) as Markup
}

/** An element with text only; null without text. */
export function textElement(name: string, value: Value, attributes?: Attributes): Markup | null {
  if (value === null || value === undefined || value === '') return null
  return `<${name}${attributes ? attributesText(attributes) : ''}>${text(value)}</${name}>` as Markup
}

/** Makes links of one relation and media type, which are written once: a feed has hundreds. */
export function linksOf(rel: string, type: string): (href: string, more?: Attributes) => Markup {
  const start = `<link rel="${attribute(rel)}" type="${attribute(type)}" href="`
  return (href, more) => `${start}${attribute(href)}"${more ? attributesText(more) : ''}/>` as Markup
}

function attributesText(attributes: Attributes): string {
  let all = ''
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== null && value !== undefined) all += ` ${key}="${attribute(value)}"`
  }
  return all
}

/** A whole document. */
export function document(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function attribute(value: string | number): string {
  if (typeof value === 'number') return String(value)
  if (PLAIN.test(value)) return value
  return value.replace(FORBIDDEN, '').replace(/[&<>"\t\n\r]/g, character => REFERENCES[character] ?? '')
}
