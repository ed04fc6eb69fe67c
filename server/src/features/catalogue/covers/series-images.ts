// Cover images in series' folders, for scans.
export { dropSeriesCover, makeSeriesCover } from './make-series-cover'
export { type CoverImage, imageOfText, isChosen, type SeriesOfImage, textOfImage } from './series-images.queries'
