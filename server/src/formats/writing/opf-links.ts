import { addressesIn } from '../epub/opf-identifiers'
import { textOf } from '../xml/xml-document'
import { wholeLinks } from './web-links'
import { attributeOf, type XmlSpan } from './xml-edit'
import { elementIn, textOfSpan } from './xml-paths'

/** What becomes of the addresses among the identifiers of a package document. */
interface LinkEdits {
  readonly removed: readonly XmlSpan[]
  /** Elements of which another address takes the place. */
  readonly replaced: readonly { readonly child: XmlSpan; readonly link: NewLink }[]
  readonly added: readonly NewLink[]
}

/** An address with a scheme that calibre reads as one: `url`, `url1` … */
interface NewLink {
  readonly scheme: string
  readonly link: string
}

/** The addresses that an identifier is read as. */
export function linksOfIdentifier(document: string, child: XmlSpan): string[] {
  const element = elementIn(textOfSpan(document, child))
  return element === null ? [] : addressesIn(textOf(element))
}

/** @param own the identifier that other files refer to, which stays */
export function linkEdits(
  document: string,
  identifiers: readonly XmlSpan[],
  own: string | null,
  wanted: readonly string[],
): LinkEdits {
  const all = identifiers.map(child => ({ child, links: linksOfIdentifier(document, child) }))
  const isOwn = (child: XmlSpan) => own !== null && attributeOf(child, 'id') === own
  const said = new Set(all.flatMap(({ child, links }) => (isOwn(child) ? links : [])))
  const remaining = new Set(wholeLinks(wanted).filter(link => !said.has(link)))
  const gone: XmlSpan[] = []
  for (const { child, links } of all) {
    if (links.length === 0 || isOwn(child)) continue
    const isWanted = links.every(link => remaining.has(link))
    if (!isWanted) gone.push(child)
    else for (const link of links) remaining.delete(link)
  }
  const taken = new Set(all.flatMap(({ child }) => (gone.includes(child) ? [] : schemeOf(document, child))))
  const added = [...remaining].map(link => ({ link, scheme: freeScheme(taken) }))
  const replaced = gone.flatMap((child, at) => {
    const link = added[at]
    return link === undefined ? [] : [{ child, link }]
  })
  return { removed: gone.slice(replaced.length), replaced, added: added.slice(replaced.length) }
}

function schemeOf(document: string, child: XmlSpan): string[] {
  const attribute = attributeOf(child, 'scheme')?.trim().toLowerCase()
  const prefix = /^\s*(url\d{0,3}):/i.exec(document.slice(child.innerStart, child.innerEnd))?.[1]?.toLowerCase()
  return [attribute, prefix].filter(scheme => scheme !== undefined)
}

function freeScheme(taken: Set<string>): string {
  let scheme = 'url'
  for (let number = 1; taken.has(scheme); number++) scheme = `url${number}`
  taken.add(scheme)
  return scheme
}
