import { notFound } from '../../kernel/app-error'
import { timestamp } from '../../kernel/clock'
import { items, type Page } from '../read-model'
import { type Feed, link, urn } from './feed'
import type { FeedCall } from './feeds'
import { element, textElement } from './xml'

/**
 * The pages of a book, one entry each: for apps of the reference server that do not use a template.
 * @throws NotFound, also for a book whose pages are not images
 */
export async function pagesFeed(asked: FeedCall, id: string, page: Page): Promise<Feed> {
  const book = await items.oneBook(asked, id)
  if (!book.hasPages) throw notFound('Page')
  const addresses = asked.addresses.book(book.id)
  const first = (page.page - 1) * page.pageSize + 1
  const count = Math.max(0, Math.min(page.pageSize, book.pageCount - first + 1))
  return {
    kind: 'acquisition',
    id: `book-${book.id}-pages`,
    title: book.title,
    updatedAt: book.updatedAt,
    self: addresses.pages,
    up: { href: asked.addresses.shelf({ of: 'series', id: book.series.id }), kind: 'acquisition' },
    paging: { ...page, total: book.pageCount, usualSize: USUAL },
    entries: Array.from({ length: count }, (_, at) => {
      const number = first + at
      const markup = element(
        'entry',
        {},
        textElement('id', urn(`book-${book.id}-page-${number}`)),
        textElement('title', `Page ${number}`),
        textElement('updated', timestamp(book.updatedAt)),
        textElement('content', `Page ${number} of ${book.pageCount}`, { type: 'text' }),
        link('http://vaemendis.net/opds-pse/page', addresses.pageImage(number), 'image/jpeg'),
      )
      return { updatedAt: book.updatedAt, markup }
    }),
  }
}

/** Default page size. */
const USUAL = 500
