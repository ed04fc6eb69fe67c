import { NO_WIDE_FACTS } from './empty-metadata'
import type { WideFacts } from './facts'

const NAMES = Object.keys(NO_WIDE_FACTS) as (keyof WideFacts)[]

/** The column `facts`: a JSON object of non-empty values, null without any. */
export function wideFactsText(facts: WideFacts): string | null {
  const said = NAMES.flatMap(name => (isSaid(facts[name]) ? [[name, facts[name]] as const] : []))
  return said.length === 0 ? null : JSON.stringify(Object.fromEntries(said))
}

/** Parses the column; missing members, as in older rows, are empty. */
export function wideFactsOf(text: string | null): WideFacts {
  return text === null ? NO_WIDE_FACTS : { ...NO_WIDE_FACTS, ...JSON.parse(text) }
}

/** The sort title in the file, from the column `facts`. */
export function titleSortOf(facts: string | null): string | null {
  // Most rows have none, so they are not parsed.
  return facts?.includes('"titleSort"') ? wideFactsOf(facts).titleSort : null
}

const CUSTOM = /"(?:custom|calibre)":/

/**
 * Custom metadata of a book: that of its file, a person's, and under `calibre` the current columns of its file. Locked,
 * it is the person's alone. Null without any.
 */
export function customMetadataOf(
  row: { readonly custom_metadata: string | null; readonly facts: string | null },
  isLocked: boolean,
): Readonly<Record<string, unknown>> | null {
  const stored = row.custom_metadata === null ? null : JSON.parse(row.custom_metadata)
  // Most rows have none, so they are not parsed.
  if (isLocked || row.facts === null || !CUSTOM.test(row.facts)) return stored
  const ofFile = customOfFile(wideFactsOf(row.facts))
  return ofFile === null
    ? stored
    : { ...ofFile, ...stored, ...(ofFile.calibre !== undefined && { calibre: ofFile.calibre }) }
}

/** Custom metadata of a file; null without any. */
export function customOfFile({ custom, calibre }: WideFacts): Readonly<Record<string, unknown>> | null {
  const all = { ...custom, ...(Object.keys(calibre).length > 0 && { calibre }) }
  return Object.keys(all).length === 0 ? null : all
}

/** A person's values, or, if unlocked, those of the book's file. */
export function ownOrSaid<Value>(own: Value | null, said: Value | null, isLocked: boolean): Value | null {
  return isLocked ? own : (own ?? said)
}

/** Whether a book has series values for `takeWideFacts`. */
export function tellsOfSeries({ identifiers, seriesTitleSort }: WideFacts): boolean {
  return seriesTitleSort !== null || identifiers.some(({ of }) => of === 'series')
}

function isSaid(value: unknown): boolean {
  return value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)
}
