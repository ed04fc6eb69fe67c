import { type Folded, findNearest, findQuote, fold, type Quoted, type TextSpan } from '../text-fold.rules'

/** The text of a chapter as one string, with conversion between positions and the document. */
export interface ChapterText {
  readonly text: string
  rangeAt(start: number, end?: number): Range | null
  /** First position whose text is at or after `offset` along the chapter. `along` measures a box. */
  firstFrom(offset: number, along: (box: DOMRect) => number): number
  /** Position of a text, the nearest to a share of the chapter; null if not found. */
  find(words: string, share: number): number | null
  /** Position of a quote, by its context. */
  findQuote(quoted: Quoted, share: number): TextSpan | null
  /** The text range of a document range; null if it contains none. */
  spanOf(range: Range): TextSpan | null
}

interface Piece {
  readonly node: Text
  readonly start: number
}

export function chapterText(body: Element): ChapterText {
  const { pieces, text } = wordPieces(body)
  let folded: Folded | null = null

  const pieceAt = (place: number) => {
    const after = firstWhere(pieces.length, at => (pieces[at]?.start ?? 0) > place)
    return pieces[Math.max(0, after - 1)]
  }
  const boxAt = (piece: Piece, at: number): DOMRect | null => {
    const range = document.createRange()
    range.setStart(piece.node, at)
    range.setEnd(piece.node, Math.min(at + 1, piece.node.length))
    return range.getClientRects()[0] ?? null
  }

  return {
    text,
    rangeAt(start, end = start + 1) {
      const first = pieceAt(start)
      const last = pieceAt(Math.max(start, end - 1))
      if (!first || !last) return null
      const range = document.createRange()
      range.setStart(first.node, Math.min(start - first.start, first.node.length))
      range.setEnd(last.node, Math.min(end - last.start, last.node.length))
      return range
    },
    firstFrom(offset, along) {
      const isFrom = (piece: Piece, at: number) => {
        const box = boxAt(piece, at)
        return box !== null && along(box) >= offset
      }
      // The last character of each piece, then the characters of the right piece.
      const at = firstWhere(pieces.length, index => {
        const piece = pieces[index] as Piece
        return isFrom(piece, lastLetter(piece))
      })
      const piece = pieces[Math.min(at, pieces.length - 1)]
      if (!piece) return 0
      const letter = firstWhere(piece.node.length, index => isFrom(piece, index))
      return piece.start + Math.min(letter, Math.max(0, piece.node.length - 1))
    },
    find(words, share) {
      folded ??= fold(text)
      return findNearest(folded, words, share * text.length)
    },
    findQuote(quoted, share) {
      folded ??= fold(text)
      return findQuote(folded, quoted, share * text.length)
    },
    spanOf(range) {
      const inside = pieces.filter(({ node }) => range.intersectsNode(node))
      const [first, last] = [inside[0], inside.at(-1)]
      if (!first || !last) return null
      const start = first.start + (first.node === range.startContainer ? range.startOffset : 0)
      const end = last.start + (last.node === range.endContainer ? range.endOffset : last.node.length)
      const words = text.slice(start, end)
      const trimmed = words.trim()
      const from = start + words.indexOf(trimmed)
      return trimmed === '' ? null : { start: from, end: from + trimmed.length }
    },
  }
}

/** White space at the end of a line has no box. */
function lastLetter(piece: Piece): number {
  return Math.max(0, piece.node.data.trimEnd().length - 1)
}

const BLOCK =
  'address, article, aside, blockquote, body, dd, div, dl, dt, fieldset, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header, li, main, nav, ol, p, pre, section, table, td, th, tr, ul'

/** White space, and sentence ends. */
const PARAGRAPH_ENDS = '\u2029'

/**
 * The text of a chapter, with white space at the end of blocks and lines. The search counts characters the same way.
 */
export function wordPieces(body: Element): { readonly pieces: readonly Piece[]; readonly text: string } {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const pieces: Piece[] = []
  const parts: string[] = []
  let start = 0
  let block: Element | null | undefined
  /** A line break, or white space between two inline elements. */
  let spaced = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName.toLowerCase() === 'br' || isSpace(node)) spaced = true
    if (node.nodeType !== Node.TEXT_NODE || !isWords(node as Text)) continue
    const text = node as Text
    const own = text.parentElement?.closest(BLOCK)
    if (parts.length > 0 && (spaced || own !== block)) {
      parts.push(own === block ? ' ' : PARAGRAPH_ENDS)
      start += 1
    }
    block = own
    spaced = false
    pieces.push({ node: text, start })
    parts.push(text.data)
    start += text.length
  }
  return { pieces, text: parts.join('') }
}

/** Between the parts of a ruby annotation it is not rendered. */
function isSpace(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && !/\S/.test(node.nodeValue ?? '') && !node.parentElement?.closest('ruby')
}

/** Ruby text, styles and hidden text are not part of the text. */
function isWords(node: Text): boolean {
  return /\S/.test(node.data) && !node.parentElement?.closest('rt, rp, style, script, title, [hidden]')
}

/** Binary search: the smallest index for which `test` is true, `count` if none; `test` must be false, then true. */
export function firstWhere(count: number, test: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}
