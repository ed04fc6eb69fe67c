/** What a book is called and which number it has, by its file's name and the metadata inside. */
export { bookNames, chapterInside, type InsideNames, ownNumber, stemOf } from './book-names'
/** Which series a file belongs to. */
export { type SeriesPlace, seriesOfFile } from './series-volume'
