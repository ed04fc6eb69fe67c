import { createHash } from 'node:crypto'
import type { XmlElement } from './relax-ng/validate'

const OPENSEARCH = 'http://a9.com/-/spec/opensearch/1.1/'
const PSE = 'http://vaemendis.net/opds-pse/ns'

export function children(element: XmlElement, local: string): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string' && child.local === local)
}

export function entries(tree: XmlElement): XmlElement[] {
  return children(tree, 'entry')
}

/** Text of the one child of that name; empty when there is none. */
export function text(element: XmlElement, local: string): string {
  return children(element, local)[0]?.children.join('') ?? ''
}

export function attribute(element: XmlElement | undefined, local: string): string | undefined {
  return element?.attributes.find(each => each.local === local)?.value
}

/** Attributes of a link; those of page streaming begin with `pse:`. */
export type Link = Record<string, string>

export function links(element: XmlElement): Link[] {
  return children(element, 'link').map(each =>
    Object.fromEntries(
      each.attributes.map(({ namespace, local, value }) => [namespace === PSE ? `pse:${local}` : local, value]),
    ),
  )
}

export function link(element: XmlElement, rel: string): Link | undefined {
  return links(element).find(each => each.rel === rel)
}

export function numbers(tree: XmlElement): Record<string, number> {
  const own = tree.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && child.namespace === OPENSEARCH,
  )
  return Object.fromEntries(own.map(each => [each.local, Number(each.children.join(''))]))
}

export function sha256(bytes: ArrayBuffer | Uint8Array): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

/** Width in the first frame header of a JPEG (ITU T.81, B.2.2). */
export function jpegWidth(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at < bytes.length) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return view.getUint16(at + 7)
    at += 2 + view.getUint16(at + 2)
  }
  throw new Error('No JPEG')
}
