import { wordPieces } from '../bridge/text-place'

/** The words of a cleaned chapter in one string, character by character as the bridge counts them in the frame. */
export function wordsOf(chapter: HTMLElement): string {
  const body = chapter.querySelector('body')
  return body ? wordPieces(body).text : ''
}
