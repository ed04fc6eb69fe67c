import {
  CalibreStrategyConfig,
  CustomBookConfig,
  CustomStrategyConfig,
  FlatStrategyConfig,
  PreprocessingRules,
  PublisherHierarchyConfig,
  SmartBookConfig,
} from '@octavo/contract/naming'
import { z } from 'zod'
import { refused } from '../kernel/app-error'
import { LIMITS } from '../kernel/limits'
import { createNaming, type Naming, type NamingSettings } from './naming'
import { patternSize } from './pattern-size'

/** Naming members of a library, in a request or row. */
export interface NamingChoice {
  readonly seriesStrategy: NamingSettings['seriesStrategy']
  readonly seriesConfig: unknown
  readonly bookStrategy: NamingSettings['bookStrategy']
  readonly bookConfig: unknown
  readonly numberStrategy: NamingSettings['numberStrategy']
  readonly titlePreprocessingRules: unknown
}

/** The members of a request: absent keeps the current value. */
export type NamingChange = { readonly [Member in keyof NamingChoice]?: NamingChoice[Member] | undefined }

/** Settings updated by a request. A new strategy drops the settings of the previous one. */
export function changedChoice(choice: NamingChoice, change: NamingChange): NamingChoice {
  const { seriesStrategy = choice.seriesStrategy, bookStrategy = choice.bookStrategy } = change
  const keepsSeries = change.seriesConfig === undefined && seriesStrategy === choice.seriesStrategy
  const keepsBook = change.bookConfig === undefined && bookStrategy === choice.bookStrategy
  const rules =
    change.titlePreprocessingRules === undefined ? choice.titlePreprocessingRules : change.titlePreprocessingRules
  return {
    seriesStrategy,
    // Normalises null and absent, so that two settings can be compared.
    seriesConfig: (keepsSeries ? choice.seriesConfig : change.seriesConfig) ?? undefined,
    bookStrategy,
    bookConfig: (keepsBook ? choice.bookConfig : change.bookConfig) ?? undefined,
    numberStrategy: change.numberStrategy ?? choice.numberStrategy,
    titlePreprocessingRules: Array.isArray(rules) && rules.length === 0 ? undefined : (rules ?? undefined),
  }
}

const Anything = z.object({})
const SERIES_CONFIGS: Readonly<Record<NamingSettings['seriesStrategy'], z.ZodType>> = {
  series_volume: Anything,
  series_volume_chapter: Anything,
  flat: FlatStrategyConfig,
  publisher_hierarchy: PublisherHierarchyConfig,
  calibre: CalibreStrategyConfig,
  custom: CustomStrategyConfig,
}
const BOOK_CONFIGS: Readonly<Record<NamingSettings['bookStrategy'], z.ZodType>> = {
  filename: Anything,
  metadata_first: Anything,
  smart: SmartBookConfig,
  series_name: Anything,
  custom: CustomBookConfig,
}

/**
 * The rules of the settings.
 * @throws BadRequest naming the invalid member
 */
export function namingOf(choice: NamingChoice): Naming {
  refuseTooLarge(choice)
  return createNaming({
    seriesStrategy: choice.seriesStrategy,
    seriesConfig: checked('seriesConfig', SERIES_CONFIGS[choice.seriesStrategy], choice.seriesConfig ?? {}),
    bookStrategy: choice.bookStrategy,
    bookConfig: checked('bookConfig', BOOK_CONFIGS[choice.bookStrategy], choice.bookConfig ?? {}),
    numberStrategy: choice.numberStrategy,
    titleRules: checked('titlePreprocessingRules', PreprocessingRules, choice.titlePreprocessingRules ?? []),
  })
}

/** The members with user-defined patterns; those of other strategies are not used. */
export function patternMembers(choice: NamingChoice): string[] {
  const { seriesStrategy, bookStrategy, titlePreprocessingRules } = choice
  const series = FlatStrategyConfig.safeParse(choice.seriesConfig).data?.filenamePatterns ?? []
  const generic = SmartBookConfig.safeParse(choice.bookConfig).data?.additionalGenericPatterns ?? []
  return [
    ...(seriesStrategy === 'custom' || (seriesStrategy === 'flat' && series.length > 0) ? ['seriesConfig'] : []),
    ...(bookStrategy === 'custom' || (bookStrategy === 'smart' && generic.length > 0) ? ['bookConfig'] : []),
    ...(Array.isArray(titlePreprocessingRules) && titlePreprocessingRules.length > 0
      ? ['titlePreprocessingRules']
      : []),
  ]
}

/** Each pattern has its own limit; this one limits the time to compile all of them. */
function refuseTooLarge(choice: NamingChoice): void {
  const series = FlatStrategyConfig.safeParse(choice.seriesConfig).data?.filenamePatterns ?? []
  const generic = SmartBookConfig.safeParse(choice.bookConfig).data?.additionalGenericPatterns ?? []
  const rules = PreprocessingRules.safeParse(choice.titlePreprocessingRules).data ?? []
  const sources = [...series, ...generic, ...rules.map(({ pattern }) => pattern)]
  if (sources.reduce((sum, source) => sum + patternSize(source), 0) <= LIMITS.naming.totalSize) return
  const path = patternMembers(choice).join(', ')
  throw refused('BadRequest', 'pattern_slow', `${path}: too many or too large patterns`, path)
}

function checked<T>(field: string, schema: z.ZodType, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data as T
  const issue = parsed.error.issues[0]
  const path = [field, ...(issue?.path ?? [])].join('.')
  throw refused('BadRequest', 'field_bad', `${path}: ${issue?.message ?? 'is not valid'}`, path)
}
