import { replaceUrls } from './css-urls'

/** An external address in a stylesheet: another host, or a scheme other than data. */
const OUTSIDE = String.raw`(?:[a-z][a-z0-9+.-]*:)?//[^\s"')]*|(?!data:)[a-z][a-z0-9+.-]*:[^\s"')]*`
const IS_OUTSIDE = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/|(?!data:)[a-z][a-z0-9+.-]*:)/i
const IMPORTS = new RegExp(String.raw`@import\s+(["'])(?:${OUTSIDE})\1[^;]*;?`, 'gi')

/**
 * Styles without external addresses. The frame's policy blocks them anyway; this avoids console messages. It is not a
 * security boundary: escapes and comments in a stylesheet bypass it.
 */
export function insideOnly(css: string): string {
  return replaceUrls(css.replace(IMPORTS, ''), address => (IS_OUTSIDE.test(address) ? 'none' : null))
}

/**
 * Markup without event handlers and base addresses. The sanitiser removes them reliably; while the markup is parsed
 * before that, they would violate the app's own policy and fill the console.
 */
export function withoutHandlers(markup: string): string {
  const parts: string[] = []
  let at = 0
  let open = 0
  for (let start = nextTag(markup, 0); start !== -1; ) {
    const end = endOfTag(markup, start)
    if (end === -1) {
      if (++open === MOST_OPEN) break
      start = nextTag(markup, start + 1)
      continue
    }
    const tag = markup.slice(start, end)
    parts.push(markup.slice(at, start), /^<\/?base\b/i.test(tag) ? '' : tag.replace(HANDLERS, ''))
    at = end
    start = nextTag(markup, at)
  }
  return parts.join('') + markup.slice(at)
}

/** Tags that do not end, each of which is read to the end of the chapter. */
export const MOST_OPEN = 50
const TAG_START = /<(?:[a-z]|\/base\b)/i
const HANDLERS = /\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi

function nextTag(markup: string, from: number): number {
  const pattern = new RegExp(TAG_START, 'gi')
  pattern.lastIndex = from
  return pattern.exec(markup)?.index ?? -1
}

/** The place behind a tag, of which quoted values may have a `>`; -1 for one that does not end. */
export function endOfTag(markup: string, start: number): number {
  for (let at = start; at < markup.length; at++) {
    const character = markup[at]
    if (character === '>') return at + 1
    if (character !== '"' && character !== "'") continue
    at = markup.indexOf(character, at + 1)
    if (at === -1) return -1
  }
  return -1
}
