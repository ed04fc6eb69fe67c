import type { BookFacts } from '../../../formats/facts'

/** The same content makes the same cover, so its name follows from the content; null without a cover. */
export function coverVersion({ cover, fileHash }: Pick<BookFacts, 'cover' | 'fileHash'>): string | null {
  return cover && Bun.hash(`${fileHash} ${cover.thumbnail.bytes} ${cover.thumbHash}`).toString(36)
}
