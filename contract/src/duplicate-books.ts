import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, route } from './route'
import * as z from './zod'

/** Match types, most certain first. */
export const DUPLICATE_REASONS = ['content', 'pages', 'external_id', 'number'] as const
export const DUPLICATE_CERTAINTIES = ['proved', 'likely'] as const
/** Which book of a group is retained. */
export const KEEP_RULES = ['larger', 'more_metadata', 'library'] as const
/** Books of a group shown and merged at once, and groups per request. */
export const MOST_SHOWN_MEMBERS = 20
export const MOST_MERGED_GROUPS = 100

export const DuplicateBookDto = z
  .object({
    id: Uuid,
    title: z.string(),
    seriesId: Uuid,
    seriesName: z.string(),
    libraryId: Uuid,
    libraryName: z.string(),
    coverVersion: nullable(z.string()),
    thumbHash: nullable(z.string()),
    path: z.string(),
    fileFormat: z.string(),
    fileSize: Int64,
    pageCount: Int32,
    width: nullable(Int32).meta({ description: 'Width of its median-sized page; null if unknown' }),
    height: nullable(Int32),
    metadataFields: Int32.meta({ description: 'Metadata fields that have a value' }),
    metadataTotal: Int32.meta({ description: 'Fields that are counted' }),
    lockedFields: Int32,
    createdAt: Timestamp,
    readers: nullable(
      z.object({ places: Int64, marks: Int64, lists: Int64, wantToRead: Int64 }).meta({
        id: 'DuplicateReadersDto',
        description: 'Number of people with progress or marks in it, or who want to read it, and of lists with it',
      }),
    ).meta({ description: 'For administrators only' }),
  })
  .meta({ id: 'DuplicateBookDto' })
export type DuplicateBookDto = z.infer<typeof DuplicateBookDto>

export const DuplicateBooksDto = z
  .object({
    id: Uuid,
    certainty: z.enum(DUPLICATE_CERTAINTIES).meta({ description: 'proved: the files were read and are equal' }),
    reasons: z.array(z.enum(DUPLICATE_REASONS)),
    bookCount: Int64,
    books: z.array(DuplicateBookDto).meta({ description: `The first ${MOST_SHOWN_MEMBERS}` }),
    updatedAt: Timestamp,
  })
  .meta({ id: 'DuplicateBooksDto' })
export type DuplicateBooksDto = z.infer<typeof DuplicateBooksDto>

const Certainty = z.enum(DUPLICATE_CERTAINTIES)

export const MergePlanRequest = z
  .object({
    keep: z.enum(KEEP_RULES),
    libraryId: Uuid.optional().meta({ description: 'For the rule `library`' }),
    certainty: Certainty.default('proved'),
    skip: z.int().min(0).max(1_000_000).default(0).meta({ description: 'Number of groups to skip' }),
  })
  .meta({ id: 'DuplicateMergePlanRequest' })
export type MergePlanRequest = z.infer<typeof MergePlanRequest>

const Chosen = z.object({ duplicateId: Uuid, bookId: Uuid, bookIds: z.array(Uuid).min(1).max(MOST_SHOWN_MEMBERS) })

export const MergePlanDto = z
  .object({
    merges: z.array(
      Chosen.extend({ title: z.string(), keepPath: z.string(), mergePaths: z.array(z.string()), size: Int64 }).meta({
        id: 'PlannedMergeDto',
        description: 'size: bytes of the other files',
      }),
    ),
    skipped: z.array(
      z
        .object({ duplicateId: Uuid, title: z.string(), reason: z.enum(['not_in_library', 'other_library']) })
        .meta({ id: 'SkippedDuplicateDto' }),
    ),
    total: Int64.meta({ description: `Number of groups; one plan covers at most ${MOST_MERGED_GROUPS}` }),
  })
  .meta({ id: 'DuplicateMergePlanDto' })
export type MergePlanDto = z.infer<typeof MergePlanDto>

export const MergeDuplicatesRequest = z
  .object({
    merges: z
      .array(Chosen.meta({ id: 'ChosenMergeDto' }))
      .min(1)
      .max(MOST_MERGED_GROUPS),
    deleteFiles: z.boolean().default(false).meta({ description: 'Also delete the other files from the disk' }),
  })
  .meta({ id: 'MergeDuplicatesRequest' })
export type MergeDuplicatesRequest = z.infer<typeof MergeDuplicatesRequest>

export const MergeDuplicatesDto = z
  .object({
    results: z.array(
      z
        .object({
          duplicateId: Uuid,
          merged: Int32,
          regroupingIds: z.array(Uuid).meta({ description: 'For undoing it' }),
          deletedFiles: Int32,
          deletedBytes: Int64,
          problem: nullable(z.string()).meta({ description: 'Why it was not merged, or a file not deleted' }),
        })
        .meta({ id: 'MergedDuplicateDto' }),
    ),
  })
  .meta({ id: 'MergeDuplicatesDto' })
export type MergeDuplicatesDto = z.infer<typeof MergeDuplicatesDto>

const tag = 'Duplicates'

export const listDuplicateBooks = route({
  id: 'list_duplicate_books',
  method: 'get',
  path: '/api/v1/duplicates/books',
  tag,
  summary: 'Books that are or may be the same, with their files, pages and metadata side by side',
  access: 'books-read',
  query: PageQuery.extend({ certainty: Certainty.optional() }),
  status: 200,
  payload: json(paginated('DuplicateBooksDto', DuplicateBooksDto)),
})

export const planDuplicateMerge = route({
  id: 'plan_duplicate_merge',
  method: 'post',
  path: '/api/v1/duplicates/books/plan',
  tag,
  summary: 'Preview which books a rule retains, and which it merges into them',
  access: 'books-write',
  body: MergePlanRequest,
  status: 200,
  payload: json(MergePlanDto),
  errors: [404],
  reads: true,
})

export const mergeDuplicateBooks = route({
  id: 'merge_duplicate_books',
  method: 'post',
  path: '/api/v1/duplicates/books/merge',
  tag,
  summary: 'Merge the chosen duplicates, each group separately; deleting the other files needs books-delete',
  access: 'books-write',
  body: MergeDuplicatesRequest,
  status: 200,
  payload: json(MergeDuplicatesDto),
  errors: [403, 409],
})
