import type { LibraryDto } from '../../../../api/types'

export const seriesStrategies = [
  'series_volume',
  'series_volume_chapter',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'custom',
] as const
export const bookStrategies = ['smart', 'filename', 'metadata_first', 'series_name', 'custom'] as const
export const numberStrategies = ['smart', 'file_order', 'metadata', 'filename'] as const
export const calibreModes = ['standalone', 'by_author', 'from_metadata'] as const

export type TitleRule = {
  /** Key for rendering. */
  readonly key: number
  readonly pattern: string
  readonly replacement: string
}

/** The naming rules in the form; text as typed. */
export type NamingDraft = {
  readonly series: (typeof seriesStrategies)[number]
  readonly filenamePatterns: string
  readonly requireMetadata: boolean
  readonly skipDepth: number
  readonly calibreMode: (typeof calibreModes)[number]
  readonly stripId: boolean
  readonly pattern: string
  readonly template: string
  readonly book: (typeof bookStrategies)[number]
  readonly genericPatterns: string
  readonly bookPattern: string
  readonly titleTemplate: string
  readonly fallback: Exclude<(typeof bookStrategies)[number], 'custom'>
  readonly number: (typeof numberStrategies)[number]
  readonly rules: readonly TitleRule[]
}

type Config = Readonly<Record<string, unknown>>

/** The rules of a library; by default those of a new one. */
export function draftOf(library: LibraryDto | undefined): NamingDraft {
  const series = (library?.seriesConfig ?? {}) as Config
  const book = (library?.bookConfig ?? {}) as Config
  const rules = (library?.titlePreprocessingRules ?? []) as readonly { pattern: string; replacement: string }[]
  return {
    series: library?.seriesStrategy ?? 'series_volume',
    filenamePatterns: lines(series.filenamePatterns),
    requireMetadata: series.requireMetadata === true,
    skipDepth: typeof series.skipDepth === 'number' ? series.skipDepth : 1,
    calibreMode: calibreModes.find(mode => mode === series.seriesMode) ?? 'standalone',
    stripId: series.stripIdSuffix !== false,
    pattern: text(series.pattern),
    template: text(series.seriesNameTemplate) || '{series}',
    book: library?.bookStrategy ?? 'smart',
    genericPatterns: lines(book.additionalGenericPatterns),
    bookPattern: text(book.pattern),
    titleTemplate: text(book.titleTemplate) || '{title}',
    fallback: bookStrategies.find((one): one is NamingDraft['fallback'] => one === book.fallback) ?? 'smart',
    number: library?.numberStrategy ?? 'smart',
    rules: rules.map(({ pattern, replacement }, key) => ({ key, pattern, replacement })),
  }
}

/** The members of a request. Incomplete input is left out, so that a preview need not fail at every key. */
export function namingRequest(draft: NamingDraft) {
  return {
    seriesStrategy: draft.series,
    seriesConfig: seriesConfig(draft),
    bookStrategy: draft.book,
    bookConfig: bookConfig(draft),
    numberStrategy: draft.number,
    titlePreprocessingRules: draft.rules
      .filter(rule => rule.pattern !== '')
      .map(({ pattern, replacement }) => ({ pattern, replacement })),
  }
}

/** Whether a required setting of a strategy is missing. */
export function isUnfinished({ series, pattern, book, bookPattern }: NamingDraft): boolean {
  return (series === 'custom' && pattern === '') || (book === 'custom' && bookPattern === '')
}

/** Whether metadata in the files can change a result that their names alone give. */
export function usesMetadata({ series, calibreMode, book, fallback, number }: NamingDraft): boolean {
  const title = book === 'custom' ? fallback : book
  return (
    series === 'flat' ||
    (series === 'calibre' && calibreMode === 'from_metadata') ||
    title === 'smart' ||
    title === 'metadata_first' ||
    number === 'smart' ||
    number === 'metadata'
  )
}

function seriesConfig(draft: NamingDraft): Config | null {
  switch (draft.series) {
    case 'flat': {
      const filenamePatterns = linesOf(draft.filenamePatterns)
      return { requireMetadata: draft.requireMetadata, ...(filenamePatterns.length > 0 && { filenamePatterns }) }
    }
    case 'publisher_hierarchy':
      return { skipDepth: draft.skipDepth, storeSkippedAs: 'publisher' }
    case 'calibre':
      return { seriesMode: draft.calibreMode, stripIdSuffix: draft.stripId }
    case 'custom':
      return { pattern: draft.pattern, seriesNameTemplate: draft.template || '{series}' }
    default:
      return null
  }
}

function bookConfig(draft: NamingDraft): Config | null {
  if (draft.book === 'custom') {
    return { pattern: draft.bookPattern, titleTemplate: draft.titleTemplate || '{title}', fallback: draft.fallback }
  }
  const additionalGenericPatterns = linesOf(draft.genericPatterns)
  return draft.book === 'smart' && additionalGenericPatterns.length > 0 ? { additionalGenericPatterns } : null
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

function lines(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : ''
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
