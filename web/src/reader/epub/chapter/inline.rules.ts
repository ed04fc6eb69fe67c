import { replaceUrls, urlsIn } from './css-urls'

const IMPORTS = /@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^)"'\s;]+))\s*\)?([^;]*);?/gi

/** Addresses that a stylesheet imports, with the media they are for. */
export function importsOf(css: string): { readonly text: string; readonly address: string; readonly media: string }[] {
  return [...css.matchAll(IMPORTS)].map(([text, double, single, bare, media = '']) => ({
    text,
    address: double ?? single ?? bare ?? '',
    media: media.trim(),
  }))
}

/** Addresses that a stylesheet fetches, and how often each is written down. */
export function addressesOf(css: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { address } of urlsIn(css)) if (isFetched(address)) found.set(address, (found.get(address) ?? 0) + 1)
  return found
}

/** The stylesheet with contents in the place of addresses; what is not there is fetched from nowhere. */
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
