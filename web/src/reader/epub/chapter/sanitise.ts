import createDOMPurify, { type Config } from 'dompurify'
import { AWAY_LINK, INNER_LINK, NOTE_LINK } from '../bridge/protocol'
import { shortened, withoutCostly } from './costly'
import { insideOnly } from './outside.rules'

/** The location of a chapter. */
export interface ChapterPlace {
  /** Absolute address of the ticket's folder; nothing outside of it is fetched. */
  readonly base: string
  /** Absolute address of the chapter itself. */
  readonly address: string
}

// A separate instance: hooks would otherwise be shared with other users of the library.
const purifier = createDOMPurify(window)

const CONFIG = {
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  ADD_TAGS: ['link', 'use'],
  ADD_ATTR: ['epub:type', 'xlink:href', 'xml:lang', 'target', 'media'],
  FORBID_TAGS: ['meta', 'base', 'form', 'input', 'button', 'select', 'textarea', 'option', 'template', 'dialog'],
  FORBID_ATTR: ['ping', 'formaction', 'action', 'autofocus', 'contenteditable', 'popovertarget', 'srcdoc', 'nonce'],
  // Anchors of books may have any name; there is no script in the frame whose variables they could shadow.
  SANITIZE_DOM: false,
} satisfies Config & { RETURN_DOM: true }

/** Unpredictable for books: their own attributes with our names are removed. */
const OUR_MARK = crypto.getRandomValues(new Uint32Array(4)).join('-')

const FETCHED = ['src', 'poster', 'background', 'data', 'href', 'xlink:href'] as const

export interface CleanChapter {
  readonly clean: HTMLElement
  /** It contained what would stop a browser. */
  readonly leftOut: boolean
}

/**
 * A chapter without scripts, forms, and external resources. The frame's policy also forbids them; this avoids console
 * messages and protects browsers with a gap in their policy.
 */
export function sanitise(chapter: Document, place: ChapterPlace): CleanChapter {
  const isShortened = shortened(chapter)
  rememberTypes(chapter)
  const clean = purifier.sanitize(chapter.documentElement.outerHTML, CONFIG) as HTMLElement
  for (const element of clean.querySelectorAll('*')) cleanElement(element, place)
  const isLess = withoutCostly(clean)
  return { clean, leftOut: isShortened || isLess }
}

/** The type of a link (`epub:type="noteref"`) is lost with the namespace, so it is stored first. */
function rememberTypes(chapter: Document): void {
  for (const element of chapter.querySelectorAll('*')) {
    const type = element.getAttributeNS('http://www.idpf.org/2007/ops', 'type') ?? element.getAttribute('epub:type')
    const role = element.getAttribute('role')
    if (/\bnoteref\b/.test(type ?? '') || role === 'doc-noteref' || looksLikeNote(element))
      element.setAttribute(NOTE_LINK, OUR_MARK)
    const language = element.getAttribute('xml:lang')
    if (language && !element.hasAttribute('lang')) element.setAttribute('lang', language)
  }
}

const NOTE_SIGN = /^[[(]?(?:\d{1,3}|[*†‡§]{1,3})[\])]?$/

/** Many books only superscript the number of a note, without marking it. A number that links back is not a note. */
function looksLikeNote(element: Element): boolean {
  if (element.localName !== 'a' || !NOTE_SIGN.test(element.textContent?.trim() ?? '')) return false
  const fragment = /#(.+)$/.exec(element.getAttribute('href') ?? '')?.[1] ?? ''
  if (fragment === '' || /ref|back|return/i.test(fragment)) return false
  return element.closest('sup') !== null || element.querySelector('sup') !== null || /note|^_?fn/i.test(fragment)
}

function cleanElement(element: Element, place: ChapterPlace) {
  const name = element.localName
  for (const attribute of element.getAttributeNames()) {
    const isOurs = attribute === NOTE_LINK && element.getAttribute(attribute) === OUR_MARK
    if (attribute.startsWith('data-octavo') && !isOurs) element.removeAttribute(attribute)
  }
  // `name` of pictures and objects becomes a property of the document; only anchors need it.
  if (name !== 'a' && name !== 'map') element.removeAttribute('name')
  if (name === 'a' || name === 'area') return cleanLink(element, place)
  if (name === 'link' && !/^\s*stylesheet\s*$/i.test(element.getAttribute('rel') ?? '')) return element.remove()
  element.removeAttribute('srcset')
  if (name === 'style') element.textContent = insideOnly(element.textContent ?? '')
  const style = element.getAttribute('style')
  if (style?.includes('url')) element.setAttribute('style', insideOnly(style))
  for (const attribute of FETCHED) {
    const value = element.getAttribute(attribute)
    if (value !== null && !isOwn(value, place)) element.removeAttribute(attribute)
  }
}

/**
 * Links do not navigate by themselves: the bridge reports a click to the reader, which knows the chapters and asks
 * before leaving the book.
 */
function cleanLink(link: Element, place: ChapterPlace): void {
  const href = link.getAttribute('href') ?? link.getAttribute('xlink:href')
  link.removeAttribute('target')
  link.removeAttribute('xlink:href')
  if (href === null) return
  const url = URL.parse(href, place.address)
  if (url?.href.startsWith(place.base)) {
    const inner = url.href.slice(place.base.length)
    link.setAttribute(INNER_LINK, inner)
    // Stays, so that it looks and is announced as a link.
    link.setAttribute('href', url.hash || '#')
    return
  }
  link.removeAttribute('href')
  if (url && /^(?:https?|mailto):$/.test(url.protocol)) {
    link.setAttribute(AWAY_LINK, url.href)
    link.setAttribute('role', 'link')
    link.setAttribute('tabindex', '0')
  }
}

function isOwn(value: string, place: ChapterPlace): boolean {
  if (value.startsWith('#') || /^data:(?:image|font)\//i.test(value)) return true
  return URL.parse(value, place.address)?.href.startsWith(place.base) === true
}
