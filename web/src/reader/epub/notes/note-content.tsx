import { createElement, type MouseEvent, type ReactNode } from 'react'
import { AWAY_LINK, INNER_LINK, NOTE_LINK } from '../bridge/protocol'

export interface NoteLinks {
  /** To a place in the book, or to another note. */
  readonly onInner: (href: string, isNote: boolean) => void
  readonly onAway: (url: string) => void
}

type Props = {
  readonly parts: readonly Element[]
  /** Absolute address of the note's chapter. */
  readonly address: string
  readonly links: NoteLinks
}

/** Shown as they are, without attributes. */
const PLAIN =
  /^(?:abbr|b|blockquote|br|caption|cite|code|dd|del|dfn|dl|dt|em|figcaption|figure|hr|i|ins|kbd|li|mark|ol|p|pre|q|rp|rt|ruby|s|samp|small|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var)$/
const IN_LINE = /^(?:bdi|bdo|big|center|font|span|svg|time|tt|wbr)$/
const LEFT_OUT = /^(?:audio|canvas|embed|head|iframe|link|map|math|object|script|style|title|video)$/
const EMPTY = /^(?:br|hr)$/
/** More is not a note. */
const MOST_NODES = 3000

/**
 * A sanitised note in the reader's own document: only the elements and attributes named here are made again, so nothing
 * else of the book reaches it.
 */
export function NoteContent({ parts, address, links }: Props) {
  let left = MOST_NODES
  const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map(content)

  function content(node: Node, key: number): ReactNode {
    if (left-- <= 0) return null
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
    if (!(node instanceof Element) || LEFT_OUT.test(node.localName)) return null
    const name = node.localName
    const spoken = { key, lang: node.getAttribute('lang') ?? undefined, dir: node.getAttribute('dir') ?? undefined }
    if (name === 'img' || name === 'image') return picture(node, key)
    if (name === 'a') return link(node, key)
    if (EMPTY.test(name)) return createElement(name, { key })
    const own = PLAIN.test(name) ? name : IN_LINE.test(name) ? 'span' : 'div'
    return createElement(own, spoken, childrenOf(node))
  }

  function picture(image: Element, key: number): ReactNode {
    const given = image.getAttribute('src') ?? image.getAttribute('href') ?? image.getAttribute('xlink:href')
    const src = given && URL.parse(given, address)?.href
    return src ? <img key={key} src={src} alt={image.getAttribute('alt') ?? ''} /> : null
  }

  function link(anchor: Element, key: number): ReactNode {
    const inner = anchor.getAttribute(INNER_LINK)
    const url = anchor.getAttribute(AWAY_LINK)
    const go =
      inner !== null ? () => links.onInner(inner, anchor.hasAttribute(NOTE_LINK)) : url && (() => links.onAway(url))
    if (!go) return <span key={key}>{childrenOf(anchor)}</span>
    const onClick = (event: MouseEvent) => {
      event.preventDefault()
      go()
    }
    return (
      <a key={key} href={url ?? `#${inner?.split('#')[1] ?? ''}`} onClick={onClick}>
        {childrenOf(anchor)}
      </a>
    )
  }

  return parts.map(content)
}
