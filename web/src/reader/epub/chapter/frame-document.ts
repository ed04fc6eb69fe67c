import bridge from '../bridge/bridge.ts?worker&url'
import type { FrameConfig } from '../bridge/protocol'
import type { ChapterPlace } from './sanitise'

/**
 * The document of a chapter's frame. `'self'` means nothing in a frame without an origin, so that every source is
 * written out: the book's own folder, and of scripts our bridge alone.
 */
export function frameDocument(chapter: HTMLElement, place: ChapterPlace, config: FrameConfig): string {
  const bridgeUrl = new URL(bridge, location.href).href
  const head = chapter.querySelector('head') ?? chapter
  const make = (name: string, attributes: Record<string, string>) => {
    const element = chapter.ownerDocument.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    return element
  }
  head.prepend(
    make('meta', { charset: 'utf-8' }),
    make('meta', { 'http-equiv': 'Content-Security-Policy', content: policy(place.base, bridgeUrl) }),
    make('meta', { name: 'referrer', content: 'no-referrer' }),
    make('base', { href: place.address }),
  )
  const script = { src: bridgeUrl, defer: '', 'data-octavo': JSON.stringify(config) }
  head.append(make('script', isBuilt(bridgeUrl) ? script : { ...script, type: 'module', crossorigin: '' }))
  return `<!doctype html>${chapter.outerHTML}`
}

function policy(base: string, bridgeUrl: string): string {
  const script = isBuilt(bridgeUrl) ? bridgeUrl : new URL(bridgeUrl).origin
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

/** The development server hands out modules that import others; what is built is one plain script. */
function isBuilt(bridgeUrl: string): boolean {
  return new URL(bridgeUrl).pathname.endsWith('.js')
}
