import type { MarkDto, MarkLocator, MarkRegion, MyMarkDto } from '@octavo/contract/mark'
import { timestamp } from '../../../kernel/clock'
import { isStale, parsed } from './mark.rules'
import type { ShownMark } from './marks.queries'

export function markView(row: ShownMark): MarkDto {
  return {
    id: row.id,
    bookId: row.book_id,
    kind: row.kind,
    color: row.color,
    note: row.note,
    quote: row.quote,
    page: row.page,
    region: parsed<MarkRegion>(row.region),
    rects: parsed<MarkRegion[]>(row.rects) ?? [],
    locator: parsed<MarkLocator>(row.locator),
    progression: row.progression,
    stale: isStale(row, { file_hash: row.book_file_hash, pages_hash: row.book_pages_hash }),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

export function myMarkView(row: ShownMark): MyMarkDto {
  return {
    ...markView(row),
    bookTitle: row.book_title,
    fileFormat: row.file_format,
    pageCount: row.page_count,
    seriesId: row.series_id,
    seriesTitle: row.series_title,
    libraryId: row.library_id,
    thumbHash: row.thumb_hash,
    coverVersion: row.cover_version,
  }
}
