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
import { bookTitles } from './book-title'
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
import { titleRules } from './title-rules'

/** How a library names its series and books; configs as the contract has them, already checked for their shape. */
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

/** What naming wants to know of the metadata inside a file. */
export interface InsideNames {
  readonly title: string | null
  /** How that title is sorted. */
  readonly titleSort?: string | null
  readonly series: string | null
  readonly number: string | null
  readonly volume: number | null
  readonly chapter: number | null
}

/** What a book is called and where it stands. */
export interface BookNames {
  readonly title: string
  /** Where the file says how its title is sorted; null otherwise. */
  readonly titleSort?: string | null
  readonly sortKey: string
  /** The words it is found by. */
  readonly searchText: string
  /** Null when it states none; then its place among the files counts, where `isPositional`. */
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

export interface NamedFile {
  /** Below the library's folder. */
  readonly path: string
  readonly fileName: string
  /** Null before the file has been read, and when there is nothing inside. */
  readonly inside: InsideNames | null
  /** Live books of its series. */
  readonly seriesBooks: number
}

/** What placing a file asks. */
export type PlacedFile = Pick<NamedFile, 'path' | 'inside'>

/** How a library numbers its books. */
export interface NumberRules {
  /** The number that a book states itself, by metadata or by its file's name. */
  ownNumber(fileName: string, inside: string | null): number | null
  /** Whether a book without a number of its own gets that of its place in the order of the files. */
  readonly isPositional: boolean
}

/** The rules of one library, ready to use. */
export interface Naming extends NumberRules {
  /** The series of a file; its title has been through the library's rules. */
  place(path: string, inside: InsideNames | null): SeriesPlace
  /** Whether reading a file can change its place. */
  readonly placesByMetadata: boolean
  book(file: NamedFile, place: Pick<SeriesPlace, 'title' | 'volume' | 'chapter'>): BookNames
}

/** @throws BadRequest naming the field whose pattern is none */
export function createNaming(settings: NamingSettings): Naming {
  const placer = seriesPlacer(settings)
  const tidied = titleRules(settings.titleRules)
  const titles = bookTitles(settings.bookStrategy, settings.bookConfig)
  const numbers = numberRules(settings.numberStrategy)

  return {
    placesByMetadata: placer.usesMetadata,
    ...numbers,
    place(path, inside) {
      const place = placer.place(path, inside)
      return { ...place, title: tidied(place.title) }
    },
    book({ fileName, inside, seriesBooks }, place) {
      const stem = stemOf(fileName)
      const own = titles.numbers(stem)
      const volume = inside?.volume ?? own.volume ?? place.volume ?? volumeInName(stem)
      const chapter = inside?.chapter ?? own.chapter ?? chapterInName(stem) ?? place.chapter ?? null
      const { title: insideTitle = null, series: insideSeries = null } = inside ?? {}
      const facts = { stem, inside: insideTitle, insideSeries, seriesTitle: place.title, volume, chapter, seriesBooks }
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
    isPositional: position,
    ownNumber: (fileName, inside) =>
      (fromInside ? parseNumber(inside) : null) ?? (fromName ? numberInName(stemOf(fileName)) : null),
  }
}

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

/** A comic's number is that of a chapter, unless its file has both; an ebook's is its place in a series. */
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
