/** A `url(…)` of a stylesheet, and where it stands. */
interface CssUrl {
  readonly start: number
  readonly end: number
  readonly address: string
}

const SPACES: ReadonlySet<number> = new Set([9, 10, 12, 13, 32])
/** What ends an address without quotes, besides spaces: quotes and brackets. */
const BARE_ENDS: ReadonlySet<number> = new Set([34, 39, 40, 41])

/**
 * The addresses of a stylesheet. Each character is looked at a fixed number of times, whatever the stylesheet says: a match
 * by a pattern would read it again from each `url(` that is never closed.
 */
export function* urlsIn(css: string): Generator<CssUrl> {
  for (const { index: start } of css.matchAll(/url\(/gi)) {
    const from = skipSpace(css, start + 4)
    const quote = css[from]
    const isQuoted = quote === '"' || quote === "'"
    const addressStart = isQuoted ? from + 1 : from
    const addressEnd = isQuoted ? css.indexOf(quote, addressStart) : bareEnd(css, addressStart)
    if (addressEnd === -1) continue
    const close = skipSpace(css, isQuoted ? addressEnd + 1 : addressEnd)
    if (css[close] === ')') yield { start, end: close + 1, address: css.slice(addressStart, addressEnd) }
  }
}

/** The stylesheet with another text in the place of some `url(…)`; null leaves it. */
export function replaceUrls(css: string, textFor: (address: string) => string | null): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, address } of urlsIn(css)) {
    // One within the quotes of another.
    if (start < at) continue
    const text = textFor(address)
    parts.push(css.slice(at, start), text ?? css.slice(start, end))
    at = end
  }
  return parts.join('') + css.slice(at)
}

function skipSpace(css: string, from: number): number {
  let at = from
  while (SPACES.has(css.charCodeAt(at))) at++
  return at
}

function bareEnd(css: string, from: number): number {
  let at = from
  for (let code = css.charCodeAt(at); at < css.length && !SPACES.has(code) && !BARE_ENDS.has(code); ) {
    at++
    code = css.charCodeAt(at)
  }
  return at
}
