import type { DeviceParts } from '../../../device/device-parts'
import { addressesOf, importsOf, withContents } from './inline.rules'
import type { ChapterPlace } from './sanitise'

const FETCHED = ['src', 'poster', 'data', 'href', 'xlink:href'] as const
/** Maximum nesting of style imports. */
const DEEPEST = 4
/** Of a chapter; stylesheets may import each other several times. */
const MOST_IMPORTS = 500
/** Maximum size of one chapter, counting each occurrence of pictures and styles: more is a hostile book. */
const MOST_BYTES = 96 * 1024 * 1024

/**
 * Inlines everything that a chapter shows. A frame with an opaque origin does not use the service worker, so offline it
 * could fetch nothing.
 */
export async function inlined(chapter: HTMLElement, place: ChapterPlace, parts: DeviceParts): Promise<void> {
  const reader = readerOf(parts)
  const elements = [...chapter.querySelectorAll('*')]
  for (const element of elements) {
    const name = element.localName
    if (name === 'a' || name === 'area') continue
    if (name === 'link') {
      await inlineLink(element, place, reader)
      continue
    }
    if (name === 'style') element.textContent = await styles(element.textContent ?? '', place.address, reader)
    const style = element.getAttribute('style')
    if (style?.includes('url(')) element.setAttribute('style', await styles(style, place.address, reader))
    for (const attribute of FETCHED) {
      const value = element.getAttribute(attribute)
      if (value === null || /^(?:data:|#)/i.test(value)) continue
      const content = await reader.data(new URL(value, place.address).href)
      if (content === null) element.removeAttribute(attribute)
      else element.setAttribute(attribute, content)
    }
  }
}

type Reader = ReturnType<typeof readerOf>

function readerOf(parts: DeviceParts) {
  const known = new Map<string, Promise<string | null>>()
  let left = MOST_BYTES
  let imports = MOST_IMPORTS
  const read = async (address: string): Promise<string | null> => {
    const content = await (await parts.get(address))?.blob()
    return content && content.size <= left ? dataAddress(content) : null
  }
  const ifFits = (content: string | null | undefined, times: number): string | null => {
    if (content == null || content.length * times > left) return null
    left -= content.length * times
    return content
  }
  const text = async (address: string) => ifFits(await (await parts.get(address))?.text(), 1)
  return {
    text,
    imported: async (address: string) => (imports-- > 0 ? text(address) : null),
    async data(address: string, times = 1): Promise<string | null> {
      const content = known.get(address) ?? read(address)
      known.set(address, content)
      return ifFits(await content, times)
    },
  }
}

async function inlineLink(link: Element, place: ChapterPlace, reader: Reader): Promise<void> {
  const address = new URL(link.getAttribute('href') ?? '', place.address).href
  const css = await reader.text(address)
  if (css === null) return link.remove()
  const style = link.ownerDocument.createElement('style')
  const media = link.getAttribute('media')
  if (media) style.setAttribute('media', media)
  style.textContent = await styles(css, address, reader)
  link.replaceWith(style)
}

async function styles(css: string, base: string, reader: Reader, depth = 0): Promise<string> {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, address, media } of importsOf(css)) {
    const target = URL.parse(address, base)?.href
    const imported = target && depth < DEEPEST ? await reader.imported(target) : null
    const inner = imported && target ? await styles(imported, target, reader, depth + 1) : ''
    pieces.push(css.slice(at, start), media && inner ? `@media ${media} { ${inner} }` : inner)
    at = end
  }
  const text = pieces.join('') + css.slice(at)
  const contents = new Map<string, string>()
  for (const [address, times] of addressesOf(text)) {
    const content = await reader.data(URL.parse(address, base)?.href ?? '', times)
    if (content !== null) contents.set(address, content)
  }
  return withContents(text, contents)
}

function dataAddress(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('A part of the book could not be read'))
    reader.readAsDataURL(content)
  })
}
