import type { BookStrategy, CustomBookConfig, SmartBookConfig } from '@octavo/contract/naming'
import { cleanName } from './clean-name.rules'
import { genericTitles, isOfProgram, saysMore } from './generic-title.rules'
import { fillTemplate, type UserPattern, userPattern } from './user-pattern'

/** Input for a title. */
export interface TitleFacts {
  readonly stem: string
  readonly inside: string | null
  readonly seriesTitle: string
  /** The series' name in the metadata of the file. */
  readonly insideSeries: string | null
  /** A novel in no series: its series is named after it. */
  readonly isAlone: boolean
  readonly volume: number | null
  readonly chapter: number | null
  /** See NamedFile. */
  readonly hasOtherEdition: boolean
  /** Outside all folders. */
  readonly isLoose: boolean
  /** Number of live books of the series, for the digits of numbers. */
  readonly seriesBooks: number
}

export interface BookTitles {
  title(facts: TitleFacts): string
  /** Volume and chapter found by a custom pattern in the name. */
  numbers(stem: string): { readonly volume: number | null; readonly chapter: number | null }
}

const NO_NUMBERS = { volume: null, chapter: null }

/** @throws BadRequest naming the field with an invalid pattern */
export function bookTitles(strategy: BookStrategy, config: SmartBookConfig & Partial<CustomBookConfig>): BookTitles {
  if (strategy === 'custom' && config.pattern !== undefined) {
    return customTitles(userPattern('bookConfig.pattern', config.pattern), config)
  }
  const title = plainTitle(strategy === 'custom' ? (config.fallback ?? 'filename') : strategy, config)
  return { title, numbers: () => NO_NUMBERS }
}

function plainTitle(strategy: Exclude<BookStrategy, 'custom'>, config: SmartBookConfig): BookTitles['title'] {
  if (strategy === 'filename') return ({ stem }) => stem
  if (strategy === 'metadata_first')
    return ({ stem, inside }) => {
      const title = tidy(inside)
      return title && !isOfProgram(title) ? title : stem
    }
  if (strategy === 'series_name') return seriesNameTitle
  const isGeneric = genericTitles(config.additionalGenericPatterns ?? [])
  return ({ stem, inside, insideSeries, isAlone, ...facts }) => {
    const title = tidy(inside)
    const names = [isAlone ? null : facts.seriesTitle, insideSeries]
    return title && !isGeneric(title) && saysMore(title, stem, names) ? title : cleanName(stem, facts)
  }
}

/** A title on one line; empty without one. */
export function tidy(title: string | null): string {
  return title?.replace(/\s+/g, ' ').trim() ?? ''
}

/** `One Piece v.01 c.005`; the file's name if it has neither. */
function seriesNameTitle({ stem, seriesTitle, volume, chapter, seriesBooks }: TitleFacts): string {
  if (volume === null && chapter === null) return stem
  // With chapters, books are chapters, and volumes are few.
  const volumeDigits = chapter !== null || seriesBooks < 100 ? 2 : seriesBooks < 1000 ? 3 : 4
  const volumePart = volume === null ? '' : ` v.${padded(volume, volumeDigits)}`
  const chapterPart = chapter === null ? '' : ` c.${padded(chapter, seriesBooks < 1000 ? 3 : 4)}`
  return `${seriesTitle}${volumePart}${chapterPart}`
}

function padded(number: number, digits: number): string {
  const [whole = '', fraction] = String(number).split('.')
  return whole.padStart(digits, '0') + (fraction === undefined ? '' : `.${fraction}`)
}

function customTitles(pattern: UserPattern, config: SmartBookConfig & Partial<CustomBookConfig>): BookTitles {
  const fallback = plainTitle(config.fallback ?? 'filename', config)
  const { titleTemplate } = config
  return {
    title(facts) {
      const match = pattern.match(facts.stem)
      if (!match) return fallback(facts)
      const groupOf = (name: string) =>
        name === 'filename' ? facts.stem : (match.group(name) ?? (name === 'series' ? facts.seriesTitle : undefined))
      const title = titleTemplate === undefined ? match.group('title') : fillTemplate(titleTemplate, groupOf)
      return title?.trim() || fallback(facts)
    },
    numbers(stem) {
      const match = pattern.match(stem)
      return { volume: whole(match?.group('volume')), chapter: decimal(match?.group('chapter')) }
    },
  }
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null
}

function decimal(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null
}
