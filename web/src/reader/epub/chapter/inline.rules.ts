import { replaceUrls, urlsIn } from './css-urls'

const IMPORTS = /@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^)"'\s;]+))\s*\)?([^;]*);?/gi

/** Addresses imported by a stylesheet, with their media queries. */
export function importsOf(css: string): readonly CssImport[] {
  return [...css.matchAll(IMPORTS)].map(({ index: start, 0: text, 1: double, 2: single, 3: bare, 4: media = '' }) => ({
    start,
    end: start + text.length,
    address: double ?? single ?? bare ?? '',
    media: media.trim(),
  }))
}

interface CssImport {
  readonly start: number
  readonly end: number
  readonly address: string
  readonly media: string
}

/** Addresses fetched by a stylesheet, with their number of occurrences. */
export function addressesOf(css: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { address } of urlsIn(css)) if (isFetched(address)) found.set(address, (found.get(address) ?? 0) + 1)
  return found
}

/** The stylesheet with addresses replaced by contents; missing ones are removed. */
export function withContents(css: string, contents: ReadonlyMap<string, string>): string {
  return replaceUrls(css, address => {
    if (!isFetched(address)) return null
    const content = contents.get(address)
    return content === undefined ? 'none' : `url("${content}")`
  })
}

function isFetched(address: string): boolean {
  return address !== '' && !/^(?:data:|#)/i.test(address)
}
