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

/** Addresses that a stylesheet fetches, each once. */
export function addressesOf(css: string): string[] {
  const found = [...css.matchAll(URLS)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
  return [...new Set(found)].filter(address => address !== '' && !/^(?:data:|#)/i.test(address))
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
