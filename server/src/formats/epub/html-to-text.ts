import { own } from '../../kernel/own'
/** Descriptions are often HTML inside XML. This extracts their text and paragraphs, without anything active. */
export function htmlToText(html: string): string {
  const text = html
    .slice(0, MOST_HTML)
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/blockquote|\/tr)\b[^<>]*>/gi, '\n')
    // A tag begins with a letter or a slash: "1 < 2" stays.
    .replace(/<\/?[a-z][^<>]*>/gi, '')
  return decodeEntities(text)
    .split('\n')
    .map(line => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Maximum number of characters read: far more than a summary may have. An open tag ends at the next one, so that none
 * is read twice.
 */
const MOST_HTML = 1024 * 1024

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return own(NAMED, name.toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
