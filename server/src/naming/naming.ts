import type {
  BookStrategy,
  CalibreStrategyConfig,
  CustomBookConfig,
  CustomStrategyConfig,
  FlatStrategyConfig,
  NumberStrategy,
  PreprocessingRules,
  PublisherHierarchyConfig,
  SeriesStrategy,
  SmartBookConfig,
} from '@octavo/contract/naming'
import type { EmbeddedMetadata } from '../formats/facts'
import { searchText } from '../kernel/search-words'
import { sortKey } from '../kernel/text'
import { bookTitles, tidy } from './book-title'
import { calibre } from './calibre.rules'
import { customSeries } from './custom-series.rules'
import { stemOf } from './file-stem'
import { flat } from './flat.rules'
import { chapterInName, volumeInName } from './name-tokens'
import { numberInName, parseNumber } from './number-in-name'
import { publisherHierarchy } from './publisher-hierarchy.rules'
import { seriesVolume } from './series-folder.rules'
import type { SeriesPlace, SeriesPlacer } from './series-place'
import { seriesVolumeChapter } from './series-volume-chapter.rules'
import { shownName } from './shown-name'
import { titleRules } from './title-rules'

/** How a library names its series and books; configs as in the contract, with a validated shape. */
export interface NamingSettings {
  readonly seriesStrategy: SeriesStrategy
  readonly seriesConfig: FlatStrategyConfig &
    PublisherHierarchyConfig &
    CalibreStrategyConfig &
    Partial<CustomStrategyConfig>
  readonly bookStrategy: BookStrategy
  readonly bookConfig: SmartBookConfig & Partial<CustomBookConfig>
  readonly numberStrategy: NumberStrategy
  readonly titleRules: PreprocessingRules
}

/** Metadata of a file that naming uses. */
export interface InsideNames {
  readonly title: string | null
  /** Sort form of that title. */
  readonly titleSort?: string | null
  readonly series: string | null
  readonly number: string | null
  readonly volume: number | null
  readonly chapter: number | null
}

/** Title and numbers of a book. */
export interface BookNames {
  readonly title: string
  /** The file's sort title; null without one. */
  readonly titleSort?: string | null
  readonly sortKey: string
  /** Its search words. */
  readonly searchText: string
  /** Null if the name has none; then its position among the files counts, if `isPositional`. */
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

export interface NamedFile {
  /** Below the library's folder. */
  readonly path: string
  readonly fileName: string
  /** Null before the file has been read, and without metadata. */
  readonly inside: InsideNames | null
  /** Number of live books of its series. */
  readonly seriesBooks: number
  /** Whether another file of its folder differs in the year only; see `editions.rules`. */
  readonly hasOtherEdition?: boolean
}

/** Input for placing a file. */
export type PlacedFile = Pick<NamedFile, 'path' | 'inside'>

/** How a library numbers its books. */
export interface NumberRules {
  /** The book's own number, from metadata or file name. */
  ownNumber(fileName: string, inside: string | null): number | null
  /**
   * Whether a book without a number gets its position among the files. In a library in file order every book does;
   * elsewhere no novel (EPUB).
   */
  isPositional(fileName: string): boolean
}

/** The compiled rules of one library. */
export interface Naming extends NumberRules {
  /** The series of a file; its title has been processed by the library's rules. */
  place(path: string, inside: InsideNames | null): SeriesPlace
  /** Whether metadata in the file at this path can change its series, or the title of that. */
  placesByMetadata(path: string): boolean
  book(file: NamedFile, place: Pick<SeriesPlace, 'title' | 'volume' | 'chapter'>): BookNames
}

/** Where nothing of a name can be seen. */
const UNTITLED = 'Untitled'

/** @throws BadRequest naming the field with an invalid pattern */
export function createNaming(settings: NamingSettings): Naming {
  const placer = seriesPlacer(settings)
  const tidied = titleRules(settings.titleRules)
  const titles = bookTitles(settings.bookStrategy, settings.bookConfig)
  const numbers = numberRules(settings.numberStrategy)
  const mayBeNovel = (path: string) =>
    settings.seriesStrategy === 'series_volume' && !path.includes('/') && NOVEL.test(path)

  /** A novel outside all folders is a series of its own, which has the title of its book: its file name says less. */
  function novelTitle(path: string, inside: InsideNames | null): string | null {
    if (!inside?.title || inside.series || !mayBeNovel(path)) return null
    const stem = shownName(stemOf(path))
    if ([numberInName, volumeInName, chapterInName].some(inName => inName(stem) !== null)) return null
    const alone = { isAlone: true, isLoose: true, hasOtherEdition: false, seriesBooks: 1, volume: null, chapter: null }
    const title = titles.title({ ...alone, stem, inside: inside.title, seriesTitle: stem, insideSeries: null })
    return title === tidy(inside.title) ? title : null
  }

  return {
    placesByMetadata: path => placer.usesMetadata || mayBeNovel(path),
    ...numbers,
    place(path, inside) {
      const { publisher, ...place } = placer.place(path, inside)
      const shown = publisher && shownName(publisher)
      const title = novelTitle(path, inside) ?? (shownName(place.title) || UNTITLED)
      return { ...place, ...(shown && { publisher: shown }), title: tidied(title) }
    },
    book({ path, fileName, inside, seriesBooks, hasOtherEdition = false }, place) {
      const stem = shownName(stemOf(fileName)) || UNTITLED
      const own = titles.numbers(stem)
      const volume = inside?.volume ?? own.volume ?? place.volume ?? volumeInName(stem)
      const chapter = inside?.chapter ?? own.chapter ?? chapterInName(stem) ?? place.chapter ?? null
      const { title: insideTitle = null, series: insideSeries = null } = inside ?? {}
      const isNamedAlike = place.title === tidy(insideTitle)
      const mayBeAlone = settings.seriesStrategy === 'calibre' || mayBeNovel(path)
      const isAlone = mayBeAlone && isNamedAlike && insideSeries === null
      const names = { stem, inside: insideTitle, seriesTitle: place.title, insideSeries, isAlone }
      const isLoose = settings.seriesStrategy !== 'flat' && !path.includes('/')
      const facts = { ...names, volume, chapter, seriesBooks, hasOtherEdition, isLoose }
      const title = titles.title(facts)
      return {
        title,
        titleSort: title === insideTitle ? (inside?.titleSort ?? null) : null,
        sortKey: sortKey(title),
        searchText: searchText(title, stem),
        number: numbers.ownNumber(fileName, inside?.number ?? null),
        volume,
        chapter,
      }
    },
  }
}

export function numberRules(strategy: NumberStrategy): NumberRules {
  const { inside: fromInside, name: fromName, position } = NUMBERS[strategy]
  return {
    isPositional: fileName => position && (!fromInside || !EBOOK.test(fileName)),
    ownNumber: (fileName, inside) =>
      (fromInside ? parseNumber(inside) : null) ?? (fromName ? numberInName(shownName(stemOf(fileName))) : null),
  }
}

/** The positions, from 1, of files in this order; null for those not numbered by position, which do not count. */
export function positionsOf(
  fileNames: readonly string[],
  { isPositional }: Pick<NumberRules, 'isPositional'>,
): (number | null)[] {
  let last = 0
  return fileNames.map(name => (isPositional(name) ? ++last : null))
}

const EBOOK = /\.epub$/i
const NOVEL = /\.(?:epub|pdf)$/i

const NUMBERS: Readonly<Record<NumberStrategy, { inside: boolean; name: boolean; position: boolean }>> = {
  file_order: { inside: false, name: false, position: true },
  metadata: { inside: true, name: false, position: false },
  filename: { inside: false, name: true, position: false },
  smart: { inside: true, name: true, position: true },
}

function seriesPlacer({ seriesStrategy, seriesConfig }: NamingSettings): SeriesPlacer {
  switch (seriesStrategy) {
    case 'series_volume':
      return seriesVolume
    case 'series_volume_chapter':
      return seriesVolumeChapter
    case 'flat':
      return flat(seriesConfig)
    case 'publisher_hierarchy':
      return publisherHierarchy(seriesConfig)
    case 'calibre':
      return calibre(seriesConfig)
    case 'custom':
      return seriesConfig.pattern === undefined
        ? seriesVolume
        : customSeries({ ...seriesConfig, pattern: seriesConfig.pattern })
  }
}

/** A comic's number is its chapter, unless its file has both; an ebook's is its position in a series. */
export function chapterInside({
  source,
  saidBy,
  number,
  chapter,
}: Pick<EmbeddedMetadata, 'source' | 'saidBy' | 'number' | 'chapter'>): number | null {
  if (chapter !== null) return chapter
  const teller = saidBy.number ?? source
  return teller === 'comicinfo' || teller === 'metroninfo' ? parseNumber(number) : null
}
