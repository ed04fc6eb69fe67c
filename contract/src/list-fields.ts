import type { Permission } from './access'
import { BOOK_ARRANGEMENT, BOOK_FIELD_REGISTRY } from './book-fields'
import {
  arranged,
  type FieldFilter,
  filtersOf,
  type ListFieldKind,
  type SortOf,
  sortNames,
  type ValueFieldOf,
  valueFields,
} from './fields'
import { SERIES_ARRANGEMENT, SERIES_FIELD_REGISTRY } from './series-fields'

export type { ListFieldKind }
export type ListFieldFamily = ListFieldKind['family']

/** Operators of each family; their operands are `value`, `values`, `min` and `max`, `start` and `end`, `value` and `unit`. */
export const LIST_OPERATORS = {
  text: ['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith', 'isNull', 'isNotNull'],
  uuid: ['is', 'isNot', 'in', 'notIn'],
  bool: ['isTrue', 'isFalse'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'isNull', 'isNotNull'],
  date: ['after', 'before', 'onOrAfter', 'onOrBefore', 'between', 'inLast', 'notInLast', 'isNull', 'isNotNull'],
  choice: ['is', 'isNot'],
} as const satisfies Readonly<Record<ListFieldFamily, readonly string[]>>
export type ListOperator = (typeof LIST_OPERATORS)[ListFieldFamily][number]

/** Units of `inLast` and `notInLast`. */
export const LIST_DATE_UNITS = ['hours', 'days', 'weeks', 'months', 'years'] as const
export type ListDateUnit = (typeof LIST_DATE_UNITS)[number]

/** Allowed operators, from the registry. */
export const SERIES_LIST_FIELDS = filtersOf(SERIES_FIELD_REGISTRY)
export type SeriesListField = keyof typeof SERIES_LIST_FIELDS
export const BOOK_LIST_FIELDS = filtersOf(BOOK_FIELD_REGISTRY)
export type BookListField = keyof typeof BOOK_LIST_FIELDS

/** Fields that reveal who may see a series: only for people who decide that. */
export const GUARDED_LIST_FIELDS: Readonly<Record<string, Permission>> = Object.fromEntries(
  Object.entries<FieldFilter>(SERIES_LIST_FIELDS).flatMap(([name, { guard }]) => (guard ? [[name, guard]] : [])),
)

/** Sorts by their preferred name, plus `random:SEED`. The first is the default of the web app. */
export type SeriesListSort = SortOf<typeof SERIES_FIELD_REGISTRY>
export const SERIES_LIST_SORTS = arranged<SeriesListSort>(sortNames(SERIES_FIELD_REGISTRY), SERIES_ARRANGEMENT.sorts)
export type BookListSort = SortOf<typeof BOOK_FIELD_REGISTRY>
export const BOOK_LIST_SORTS = arranged<BookListSort>(sortNames(BOOK_FIELD_REGISTRY), BOOK_ARRANGEMENT.sorts)

/** Sort keys of one list, one after the other. */
export const MOST_SORT_KEYS = 5

/** Fields whose values can be listed with their counts. */
export type SeriesValueField = ValueFieldOf<typeof SERIES_FIELD_REGISTRY>
export const SERIES_VALUE_FIELDS = arranged<SeriesValueField>(
  valueFields(SERIES_FIELD_REGISTRY),
  SERIES_ARRANGEMENT.values,
)
export type BookValueField = ValueFieldOf<typeof BOOK_FIELD_REGISTRY>
export const BOOK_VALUE_FIELDS = arranged<BookValueField>(valueFields(BOOK_FIELD_REGISTRY), BOOK_ARRANGEMENT.values)
