/** An address in a stylesheet that leads out of the book: another host, or another scheme than data. */
const OUTSIDE = String.raw`(?:[a-z][a-z0-9+.-]*:)?//[^\s"')]*|(?!data:)[a-z][a-z0-9+.-]*:[^\s"')]*`
const URLS = new RegExp(String.raw`url\(\s*(["']?)(?:${OUTSIDE})\1\s*\)`, 'gi')
const IMPORTS = new RegExp(String.raw`@import\s+(["'])(?:${OUTSIDE})\1[^;]*;?`, 'gi')

/**
 * Styles without addresses outside of the book. The frame's policy refuses them anyway; this spares the console the
 * complaints. It is no border: escapes and comments in a stylesheet pass it.
 */
export function insideOnly(css: string): string {
  return css.replace(IMPORTS, '').replace(URLS, 'none')
}

/**
 * Markup without handlers and base addresses, which the sanitiser removes for good: before that, while it is parsed,
 * they would fill the console with the complaints of the app's own policy.
 */
export function withoutHandlers(markup: string): string {
  return markup
    .replace(/<\/?base\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
    .replace(/<[A-Za-z](?:"[^"]*"|'[^']*'|[^'">])*>/g, tag =>
      tag.replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi, ''),
    )
}
