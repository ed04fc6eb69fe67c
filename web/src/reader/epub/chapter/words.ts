import { isWords } from '../bridge/text-place'

/** The words of a cleaned chapter in one string, character by character as the bridge counts them in the frame. */
export function wordsOf(chapter: HTMLElement): string {
  const body = chapter.querySelector('body')
  if (!body) return ''
  const walker = chapter.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const parts: string[] = []
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (isWords(node)) parts.push(node.data)
  }
  return parts.join('')
}
