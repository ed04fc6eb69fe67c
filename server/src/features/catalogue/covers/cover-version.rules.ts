import type { BookFacts } from '../../../formats/facts'

/** Derived from the content, so that equal content has one cover; null without a cover. */
export function coverVersion({ cover, fileHash }: Pick<BookFacts, 'cover' | 'fileHash'>): string | null {
  return cover && Bun.hash(`${fileHash} ${cover.thumbnail.bytes} ${cover.thumbHash}`).toString(36)
}
