import { BookListRequest } from './book'
import { Int64, numeral } from './ids'
import { BOOK_VALUE_FIELDS, SERIES_VALUE_FIELDS } from './list-fields'
import { json, route } from './route'
import { SeriesListRequest } from './series'
import * as z from './zod'

export const ListValueDto = z
  .object({
    /** Original spelling; a year in digits. */
    value: z.string(),
    count: Int64,
  })
  .meta({ id: 'ListValueDto' })
export type ListValueDto = z.infer<typeof ListValueDto>

const Values = json(z.array(ListValueDto))
const Asked = z.object({
  contains: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only values that contain this text, ignoring case and accents' }),
  limit: numeral(z.int().min(1).max(500)).default(50),
})

export const listSeriesValues = route({
  id: 'list_series_values',
  method: 'post',
  path: '/api/v1/series/list/values',
  tag: 'Series',
  summary: 'Values of a field among series that match a condition, with counts',
  access: 'series-read',
  reads: true,
  query: Asked.extend({ field: z.enum(SERIES_VALUE_FIELDS) }),
  body: SeriesListRequest,
  bodyOptional: true,
  status: 200,
  payload: Values,
})

export const listBookValues = route({
  id: 'list_book_values',
  method: 'post',
  path: '/api/v1/books/list/values',
  tag: 'Books',
  summary: 'Values of a field among books that match a condition, with counts',
  access: 'books-read',
  reads: true,
  query: Asked.extend({ field: z.enum(BOOK_VALUE_FIELDS) }),
  body: BookListRequest,
  bodyOptional: true,
  status: 200,
  payload: Values,
})
