import { shallowHtml, shallowXml } from './nesting.rules'
import { withoutHandlers } from './outside.rules'

/** A chapter's text as an inert HTML document. Broken XHTML is parsed as HTML, as in browsers. */
export function parseChapter(source: string, type: string): Document {
  const text = withoutHandlers(source)
  if (type.startsWith('image/svg')) return wrap(xml(text, 'image/svg+xml'))
  const parsed = xml(text, 'application/xhtml+xml') ?? xml(withoutEntities(text), 'application/xhtml+xml')
  if (parsed && parsed.documentElement.localName === 'html') return asHtml(parsed)
  return new DOMParser().parseFromString(shallowHtml(text), 'text/html')
}

function xml(text: string, type: 'application/xhtml+xml' | 'image/svg+xml'): Document | null {
  // A document type may declare unlimited entities; chapters only need the usual ones below.
  const document = new DOMParser().parseFromString(shallowXml(withoutDoctype(text)), type)
  return document.getElementsByTagName('parsererror').length > 0 ? null : document
}

/** Without an internal subset, a document type contains no `>`. Only the first can be valid. */
function withoutDoctype(text: string): string {
  const start = text.search(/<!DOCTYPE/i)
  return start === -1 ? text : text.slice(0, start) + text.slice(start).replace(/^[^>[]*(?:\[[^\]]*\]\s*)?>/, '')
}

/** `&nbsp;` and the like are known in HTML only. */
function withoutEntities(text: string): string {
  const reader = document.implementation.createHTMLDocument('').createElement('textarea')
  const known = new Map<string, string>()
  const replacement = (entity: string) => {
    reader.innerHTML = entity
    return reader.value === entity ? `&amp;${entity.slice(1)}` : reader.value
  }
  return text.replace(/&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z0-9]{0,31};/g, entity => {
    const value = known.get(entity) ?? replacement(entity)
    known.set(entity, value)
    return value
  })
}

/** The same elements in an HTML document, so that they are serialised as HTML. */
function asHtml(parsed: Document): Document {
  const html = document.implementation.createHTMLDocument('')
  html.replaceChild(html.adoptNode(parsed.documentElement), html.documentElement)
  if (!html.body) html.documentElement.append(html.createElement('body'))
  if (!html.head) html.documentElement.prepend(html.createElement('head'))
  return html
}

function wrap(parsed: Document | null): Document {
  const html = document.implementation.createHTMLDocument('')
  if (parsed) html.body.append(html.adoptNode(parsed.documentElement))
  return html
}

/** Larger pages would only be mistakes or attacks. */
const LARGEST_PAGE = 100_000
const isLength = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && value <= LARGEST_PAGE

/** The page size of a fixed-layout chapter; null if not given, or not usable. */
export function fixedSize(chapter: Document): { readonly width: number; readonly height: number } | null {
  const viewport = chapter.querySelector('meta[name="viewport" i]')?.getAttribute('content') ?? ''
  const said = (name: string) => Number(new RegExp(`${name}\\s*=\\s*([\\d.]+)`, 'i').exec(viewport)?.[1])
  const [saidWidth, saidHeight] = [said('width'), said('height')]
  if (isLength(saidWidth) && isLength(saidHeight)) return { width: saidWidth, height: saidHeight }
  const [, , width, height] = (chapter.querySelector('body > svg')?.getAttribute('viewBox') ?? '')
    .split(/[\s,]+/)
    .map(Number)
  return isLength(width) && isLength(height) ? { width, height } : null
}
