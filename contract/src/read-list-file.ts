import { LIST_MEMBERS_AT_ONCE, ListVisibility } from './curated-list'
import { Int32, Int64, nullable, Uuid } from './ids'
import { ReadListDto } from './read-list'
import { bytes, json, route } from './route'
import * as z from './zod'

const named = {
  series: z.string(),
  number: nullable(z.string()),
  volume: nullable(Int32.meta({ description: 'A number, or the year in which the series began' })),
  year: nullable(Int32),
  section: nullable(z.string()),
}

export const ReadListCandidateDto = z
  .object({
    bookId: Uuid,
    title: z.string(),
    seriesName: z.string(),
    libraryName: z.string(),
    number: nullable(z.number()),
    volume: nullable(Int32),
    year: nullable(Int32),
  })
  .meta({ id: 'ReadListCandidateDto' })
export type ReadListCandidateDto = z.infer<typeof ReadListCandidateDto>

export const ReadListMatchDto = z
  .object({
    name: z.string(),
    summary: nullable(z.string()),
    matched: Int64,
    ambiguous: Int64,
    missing: Int64,
    entries: z.array(
      z.object({
        ...named,
        state: z.enum(['matched', 'ambiguous', 'missing']),
        candidates: z.array(ReadListCandidateDto).meta({ description: 'The best first, at most 10' }),
      }),
    ),
  })
  .meta({ id: 'ReadListMatchDto' })
export type ReadListMatchDto = z.infer<typeof ReadListMatchDto>

export const ImportReadListRequest = z
  .object({
    name: z.string(),
    summary: nullable(z.string()),
    visibility: ListVisibility.optional(),
    entries: z
      .array(
        z.object({
          ...named,
          bookId: nullable(Uuid.meta({ description: 'If absent, the entry is a missing book' })),
          undecided: nullable(
            z.boolean().meta({
              description: 'true: one of several matching books is to be chosen later; false: none of them is right',
            }),
          ),
        }),
      )
      .max(LIST_MEMBERS_AT_ONCE),
  })
  .meta({ id: 'ImportReadListRequest' })
export type ImportReadListRequest = z.infer<typeof ImportReadListRequest>

const tagged = { tag: 'Read Lists', access: 'readlists-read' } as const

export const matchReadListFile = route({
  ...tagged,
  id: 'match_readlist_file',
  method: 'post',
  path: '/api/v1/readlists/files/match',
  summary: 'Match the entries of a CBL or JSON file with books; nothing is saved',
  reads: true,
  upload: z.object({ file: z.string().meta({ format: 'binary', description: 'At most 2 MB' }) }),
  status: 200,
  payload: json(ReadListMatchDto),
  errors: [413],
})

export const importReadList = route({
  ...tagged,
  id: 'import_readlist',
  method: 'post',
  path: '/api/v1/readlists/files/import',
  summary: 'Create a reading list from a file with the books that were chosen; the others are missing books',
  scope: 'progress-write',
  body: ImportReadListRequest,
  status: 201,
  payload: json(ReadListDto),
  errors: [409],
})

export const exportReadList = route({
  ...tagged,
  id: 'export_readlist',
  method: 'get',
  path: '/api/v1/readlists/{read_list_id}/export',
  summary: 'A reading list as a file, with the books that the caller sees',
  params: z.object({ read_list_id: Uuid }),
  query: z.object({ format: z.enum(['cbl', 'json']).default('cbl') }),
  status: 200,
  payload: bytes('application/xml', 'application/json'),
  errors: [404],
})
