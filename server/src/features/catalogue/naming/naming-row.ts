import type { Selectable } from 'kysely'
import type { LibrariesTable } from '../../../db/schema/libraries'
import { AppError } from '../../../kernel/app-error'
import type { Naming } from '../../../naming/naming'
import { type NamingChoice, namingOf } from '../../../naming/naming-settings'

/** Naming columns of a library's row. */
export type NamingColumns = Pick<
  Selectable<LibrariesTable>,
  'series_strategy' | 'series_config' | 'book_strategy' | 'book_config' | 'number_strategy' | 'title_rules'
>

const USUAL: NamingChoice = {
  seriesStrategy: 'series_volume',
  seriesConfig: undefined,
  bookStrategy: 'smart',
  bookConfig: undefined,
  numberStrategy: 'smart',
  titlePreprocessingRules: undefined,
}

/** Naming settings of a library's row; null gives those of a new library. */
export function choiceOfRow(row: NamingColumns | null): NamingChoice {
  if (!row) return USUAL
  return {
    seriesStrategy: row.series_strategy as NamingChoice['seriesStrategy'],
    seriesConfig: parsed(row.series_config),
    bookStrategy: row.book_strategy as NamingChoice['bookStrategy'],
    bookConfig: parsed(row.book_config),
    numberStrategy: row.number_strategy as NamingChoice['numberStrategy'],
    titlePreprocessingRules: parsed(row.title_rules),
  }
}

/** The rules of a library: the default ones if its row was stored before settings were validated. */
export function namingInUse(row: NamingColumns | null): { readonly choice: NamingChoice; readonly naming: Naming } {
  const choice = choiceOfRow(row)
  try {
    return { choice, naming: namingOf(choice) }
  } catch (error) {
    if (error instanceof AppError) return { choice: USUAL, naming: namingOf(USUAL) }
    throw error
  }
}

function parsed(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json)
}
