import { firstWhere, wordPieces } from '../bridge/text-place'

/** The text of a sanitised chapter as one string, with the same characters as the bridge in the frame. */
export function wordsOf(chapter: HTMLElement): string {
  const body = chapter.querySelector('body')
  return body ? wordPieces(body).text : ''
}

/** Share of a sanitised chapter's text before the elements with these ids; none for one that is missing. */
export function startsOf(chapter: HTMLElement, ids: readonly string[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  const body = chapter.querySelector('body')
  if (!body) return starts
  const { pieces, text } = wordPieces(body)
  for (const id of ids) {
    const name = CSS.escape(id)
    const element = body.querySelector(`#${name}`) ?? body.querySelector(`[name="${name}"]`)
    if (!element) continue
    const isAfter = (at: number) => {
      const node = pieces[at]?.node
      return node !== undefined && (element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    }
    const piece = pieces[firstWhere(pieces.length, isAfter)]
    starts.set(id, piece ? piece.start / Math.max(1, text.length) : 1)
  }
  return starts
}
