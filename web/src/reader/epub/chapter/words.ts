import { wordPieces } from '../bridge/text-place'

/** The text of a sanitised chapter as one string, with the same characters as the bridge in the frame. */
export function wordsOf(chapter: HTMLElement): string {
  const body = chapter.querySelector('body')
  return body ? wordPieces(body).text : ''
}
