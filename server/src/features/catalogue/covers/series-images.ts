// What a scan needs to keep the covers that series have of images in their folders.
export { dropSeriesCover, makeSeriesCover } from './make-series-cover'
export { type CoverImage, imageOfText, isChosen, type SeriesOfImage, textOfImage } from './series-images.queries'
