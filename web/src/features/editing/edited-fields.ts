import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { type EditSection, editedFields, type FieldRegistry, type FieldValue } from '@octavo/contract/fields'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'

export type Kind = 'line' | 'prose' | 'number' | 'chips' | 'people' | 'choice' | 'flag'

/** One field of the form: its server and lock names, and its input. */
export interface EditedField {
  readonly name: string
  readonly lock: string
  readonly kind: Kind
  readonly section: EditSection
  readonly options: readonly string[]
  /** Takes the full width. */
  readonly wide: boolean
  /** Can be set in bulk edits. */
  readonly bulk: boolean
}

export const ROLES = BOOK_AUTHOR_ROLES

/** The input for each type of value. */
const INPUTS: Readonly<Record<FieldValue['value'], Kind>> = {
  line: 'line',
  language: 'line',
  list: 'line',
  prose: 'prose',
  year: 'number',
  count: 'number',
  whole: 'number',
  decimal: 'number',
  labels: 'chips',
  people: 'people',
  choice: 'choice',
  flag: 'flag',
}

function formOf(registry: FieldRegistry, lockOf: (lock: string) => string): readonly EditedField[] {
  return editedFields(registry).map(field => ({
    name: field.name,
    lock: lockOf(field.lock),
    kind: INPUTS[field.value],
    section: field.section,
    options: field.value === 'choice' ? field.choices : [],
    wide: field.wide ?? false,
    bulk: field.bulk ?? false,
  }))
}

export type Subject = 'books' | 'series'

export const FIELDS: Readonly<Record<Subject, readonly EditedField[]>> = {
  books: formOf(BOOK_FIELD_REGISTRY, lock => `${lock}Lock`),
  series: formOf(SERIES_FIELD_REGISTRY, lock => lock),
}

export const SECTIONS: readonly EditSection[] = ['names', 'about', 'people', 'publication', 'place']
