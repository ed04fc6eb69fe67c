const URLS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)/gi
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
  for (const [, double, single, bare] of css.matchAll(URLS)) {
    const address = double ?? single ?? bare ?? ''
    if (address !== '' && !/^(?:data:|#)/i.test(address)) found.set(address, (found.get(address) ?? 0) + 1)
  }
  return found
}

/** The stylesheet with contents in the place of addresses; what is not there is fetched from nowhere. */
export function withContents(css: string, contents: ReadonlyMap<string, string>): string {
  return css.replace(URLS, (text: string, double?: string, single?: string, bare?: string) => {
    const address = double ?? single ?? bare ?? ''
    if (address === '' || /^(?:data:|#)/i.test(address)) return text
    const content = contents.get(address)
    return content === undefined ? 'none' : `url("${content}")`
  })
}
