import { BookErrorTypeDto } from './book-error'
import { MetadataSource } from './file-facts'
import { PROBLEM_REASONS } from './formats'
import { nullable, Uuid } from './ids'
import { json, route } from './route'
import { SOURCE_GROUPS } from './source-names'
import * as z from './zod'

export const SAID_REASONS = ['only', 'order', 'group', 'together', 'all', 'locked'] as const

export const SaidFieldDto = z
  .object({
    field: z.string().meta({ description: 'Its name in requests, if it can be edited' }),
    group: z.enum(SOURCE_GROUPS),
    said: z
      .array(z.object({ source: MetadataSource, value: z.unknown() }))
      .meta({ description: 'In order of precedence' }),
    used: nullable(MetadataSource).meta({ description: 'The source whose value is used; null for none' }),
    reason: z.enum(SAID_REASONS).meta({
      description:
        '`only`: no other source has it; `order`, `group`: the first in the order of the library, or of this group; `together`: taken with a related field; `all`: every source counts; `locked`: a user’s value is used',
    }),
  })
  .meta({ id: 'SaidFieldDto' })

export const FileSourcesDto = z
  .object({
    fields: z.array(SaidFieldDto),
    problems: z
      .array(z.object({ errorType: BookErrorTypeDto, reason: z.enum(PROBLEM_REASONS), message: z.string() }))
      .meta({ description: 'Files that could not be read' }),
  })
  .meta({ id: 'FileSourcesDto' })
export type FileSourcesDto = z.infer<typeof FileSourcesDto>

export const getBookFileSources = route({
  id: 'get_book_file_sources',
  method: 'get',
  path: '/api/v1/books/{book_id}/metadata/sources',
  tag: 'Books',
  summary: 'The metadata in each file of a book, field by field, which value is used, and why; reads the files',
  access: 'books-write',
  params: z.object({ book_id: Uuid }),
  status: 200,
  payload: json(FileSourcesDto),
  errors: [404],
})
