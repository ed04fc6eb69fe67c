import { withoutEscapes } from '@octavo/contract/data-drawing'
import { LIMITS } from '../../../kernel/limits'

/** The text of another stylesheet of the book; null if there is none. */
type TextOf = (path: string) => Promise<string | null>

/**
 * Whether a stylesheet imports too many others, each counted as often as browsers read it: thirty tiny ones that import
 * the next one twice would stop a browser for good. As in browsers, a stylesheet that imports itself is ignored.
 */
export async function importsTooMany(path: string, css: string, textOf: TextOf): Promise<boolean> {
  const imported = new Map<string, Promise<readonly string[]>>()
  let left = LIMITS.pages.styleImports

  async function follow(address: string, targets: readonly string[], within: ReadonlySet<string>): Promise<void> {
    for (const target of targets) {
      const url = URL.parse(target, address)
      if (url?.origin !== BOOK || within.has(url.href)) continue
      if (--left < 0) return
      const own = partOf(url)
      const inner = imported.get(own) ?? textOf(own).then(found => (found === null ? [] : importsOf(found)))
      imported.set(own, inner)
      await follow(url.href, await inner, new Set([...within, url.href]))
    }
  }
  const address = new URL(path.split('/').map(encodeURIComponent).join('/'), `${BOOK}/`).href
  await follow(address, importsOf(css), new Set([address]))
  return left < 0
}

/** Stands for the folder of the book. */
const BOOK = 'http://book.invalid'

function partOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return ''
  }
}

const NAME = /@((?:\\[0-9a-f]{1,6}\s?|\\[^0-9a-f\n]|[a-z-])+)/gi
const ADDRESS = /(?:url\(\s*)?(?:"((?:\\[\s\S]|[^"\\\n])*)|'((?:\\[\s\S]|[^'\\\n])*)|((?:\\[\s\S]|[^"'\\()\s;])*))/iy

/** The addresses of the first imports, also those in comments: a stylesheet could mislead a parser of comments. */
function importsOf(css: string): string[] {
  const addresses: string[] = []
  for (const match of css.matchAll(NAME)) {
    if (withoutEscapes(match[1] ?? '').toLowerCase() !== 'import') continue
    ADDRESS.lastIndex = skipSpace(css, match.index + match[0].length)
    const [, double, single, bare = ''] = ADDRESS.exec(css) ?? []
    addresses.push(withoutEscapes(double ?? single ?? bare))
    if (addresses.length > LIMITS.pages.styleImports) break
  }
  return addresses
}

/** The place behind white space and comments. */
function skipSpace(css: string, from: number): number {
  for (let at = from; ; ) {
    if (css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2)
      if (end === -1) return css.length
      at = end + 2
    } else if (/\s/.test(css[at] ?? '')) at++
    else return at
  }
}
