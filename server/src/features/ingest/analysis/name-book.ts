import type { BookFacts } from '../../../formats/facts'
import { chapterInside, type LibraryNamer } from '../../catalogue/naming'
import type { ReadNames } from './analysis.rules'
import type { WaitingBook } from './analysis.types'

/** Names a book by its file name and metadata. */
export async function nameBook(book: WaitingBook, { metadata }: BookFacts, namer: LibraryNamer): Promise<ReadNames> {
  const { path, file_name: fileName } = book
  const inside = metadata && { ...metadata, chapter: chapterInside(metadata) }
  const [place] = await namer.place([{ path, inside }])
  const mayMove = namer.placesByMetadata(path) && !book.series_chosen
  const movesTo = place && mayMove && place.path !== book.series_path ? place : null
  // Only a series of one: several books may each have another title.
  const followsBook = mayMove && !movesTo && book.series_books === 1 && !book.series_title_locked
  const retitle = place && followsBook && place.title !== book.series_title ? place.title : null
  const file = { path, fileName, inside, seriesBooks: book.series_books, hasOtherEdition: book.hasOtherEdition }
  const [names] = await namer.book([{ file, place: movesTo ?? { ...place, title: retitle ?? book.series_title } }])
  if (!names) throw new Error(`No name for ${path}`)
  return { names, movesTo, retitle }
}
