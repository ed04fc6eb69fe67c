import bridge from '../bridge/bridge.ts?worker&url'
import type { View } from '../bridge/geometry.rules'
import { BOOK_COLUMNS, COLUMNS_SHEET, type FrameConfig } from '../bridge/protocol'
import { fixedPage } from '../bridge/style'
import type { ChapterPlace } from './sanitise'

/**
 * The document of a chapter's frame. `'self'` matches nothing in an opaque origin, so all sources are explicit: the
 * book's folder, and our bridge as the only script.
 */
export function frameDocument(
  chapter: HTMLElement,
  place: ChapterPlace,
  config: FrameConfig,
  inline?: FrameScript,
): string {
  const bridgeUrl = new URL(bridge, location.href).href
  const head = secured(chapter, place, inline === undefined ? policy(place.base, bridgeUrl) : inlinePolicy(inline))
  const script = { src: bridgeUrl, defer: '', 'data-octavo': JSON.stringify(config) }
  if (inline !== undefined) {
    const own = make(chapter, 'script', { 'data-octavo': JSON.stringify(config) })
    own.textContent = inline.text
    head.append(own)
    return `<!doctype html>${chapter.outerHTML}`
  }
  head.append(make(chapter, 'script', isBuilt(bridgeUrl) ? script : { ...script, type: 'module', crossorigin: '' }))
  return `<!doctype html>${chapter.outerHTML}`
}

/** The document of a small fixed-layout page, without any script. `isInline`: it fetches nothing. */
export function stillDocument(chapter: HTMLElement, place: ChapterPlace, size: View, isInline: boolean): string {
  const head = secured(chapter, place, isInline ? inlinePolicy() : policy(place.base))
  const sheet = make(chapter, 'style', {})
  sheet.textContent = fixedPage(size)
  head.append(sheet)
  return `<!doctype html>${chapter.outerHTML}`
}

/** The first layer: what is important in it cannot be overridden by the book's stylesheets. */
const COLUMNS_LIMIT = `@layer { body, body :not([${BOOK_COLUMNS}]) { columns: auto !important } }`

/** Gives a chapter its policy and base address; returns its head. */
function secured(chapter: HTMLElement, place: ChapterPlace, content: string): Element {
  closeStyles(chapter)
  const head = chapter.querySelector('head') ?? chapter
  const columns = make(chapter, 'style', { [COLUMNS_SHEET]: '' })
  columns.textContent = COLUMNS_LIMIT
  head.prepend(
    make(chapter, 'meta', { charset: 'utf-8' }),
    make(chapter, 'meta', { 'http-equiv': 'Content-Security-Policy', content }),
    make(chapter, 'meta', { name: 'referrer', content: 'no-referrer' }),
    make(chapter, 'base', { href: place.address }),
    columns,
  )
  return head
}

function make(chapter: HTMLElement, name: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const element = chapter.ownerDocument.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

/** Styles are inserted as they are: anything that would close the element and start markup is escaped. */
function closeStyles(chapter: HTMLElement): void {
  for (const style of chapter.querySelectorAll('style')) {
    const css = style.textContent ?? ''
    if (/<\/style/i.test(css)) style.textContent = css.replaceAll(/<\/(?=style)/gi, '<\\/')
  }
}

/** Our script for frames, and its hash: the page's policy contains the same, and applies to frames too. */
export interface FrameScript {
  readonly text: string
  readonly hash: string
}

let script: Promise<FrameScript> | null = null

/** For frames that fetch nothing. */
export function frameScript(): Promise<FrameScript> {
  script ??= readScript()
  script.catch(() => {
    script = null
  })
  return script
}

async function readScript(): Promise<FrameScript> {
  const text = await (await fetch(bridge)).text()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return { text, hash: btoa(String.fromCharCode(...digest)) }
}

/** Everything is inline; the document fetches nothing. */
function inlinePolicy(script?: FrameScript): string {
  return [
    "default-src 'none'",
    `script-src ${script ? `'sha256-${script.hash}'` : "'none'"}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "form-action 'none'",
  ].join('; ')
}

function policy(base: string, bridgeUrl?: string): string {
  const script = !bridgeUrl ? "'none'" : isBuilt(bridgeUrl) ? bridgeUrl : new URL(bridgeUrl).origin
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${base} 'unsafe-inline'`,
    `img-src ${base} data: blob:`,
    `font-src ${base} data:`,
    `media-src ${base}`,
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `base-uri ${new URL(base).origin}`,
  ].join('; ')
}

/** The development server serves modules with imports; the build produces one plain script. */
function isBuilt(bridgeUrl: string): boolean {
  return new URL(bridgeUrl).pathname.endsWith('.js')
}
