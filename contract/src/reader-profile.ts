import { nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { READER_DEVICE, READERS, ReaderSettings } from './preference'
import { json, nothing, route } from './route'
import * as z from './zod'

/** From general to specific. */
export const PROFILE_SCOPES = ['default', 'device', 'library', 'series', 'book'] as const
export const ReaderProfileScope = z.enum(PROFILE_SCOPES).meta({ id: 'ReaderProfileScope' })
export type ReaderProfileScope = z.infer<typeof ReaderProfileScope>
export const ReaderKind = z.enum(READERS).meta({ id: 'ReaderKind' })

const Device = z.string().regex(READER_DEVICE, 'must be letters, digits and _')
const target = {
  scope: ReaderProfileScope,
  device: Device.optional().meta({ description: 'For the scope device: its own name for itself' }),
  libraryId: Uuid.optional(),
  seriesId: Uuid.optional(),
  bookId: Uuid.optional(),
}
/** The target of settings: the id required by the scope. */
export const ReaderProfileTarget = z.object(target).meta({ id: 'ReaderProfileTarget' })
export type ReaderProfileTarget = z.infer<typeof ReaderProfileTarget>

const Value = z.union([z.string(), z.number(), z.boolean()])
export const ResolvedReaderProfile = z
  .object({
    reader: ReaderKind,
    settings: z
      .array(z.object({ name: z.string(), value: Value, scope: ReaderProfileScope }))
      .meta({ description: 'Each setting, and the strongest scope that has it' }),
    profiles: z
      .array(z.object({ scope: ReaderProfileScope, settings: ReaderSettings, updatedAt: Timestamp }))
      .meta({ description: 'The settings of each scope, the strongest first' }),
  })
  .meta({ id: 'ResolvedReaderProfile' })
export type ResolvedReaderProfile = z.infer<typeof ResolvedReaderProfile>

export const ReaderProfileDto = z
  .object({
    reader: ReaderKind,
    scope: ReaderProfileScope,
    device: nullable(z.string()),
    libraryId: nullable(Uuid),
    seriesId: nullable(Uuid),
    bookId: nullable(Uuid),
    name: nullable(z.string()).meta({ description: 'Of the library, series or book' }),
    settings: ReaderSettings,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ReaderProfileDto' })
export type ReaderProfileDto = z.infer<typeof ReaderProfileDto>

export const CopyReaderProfileRequest = z
  .object({ reader: ReaderKind, from: ReaderProfileTarget, to: ReaderProfileTarget })
  .meta({ id: 'CopyReaderProfileRequest' })

const tag = 'User Preferences'

export const getReaderProfile = route({
  id: 'get_reader_profile',
  method: 'get',
  path: '/api/v1/books/{book_id}/reader-profile',
  tag,
  summary: "The caller's reader settings in a book, and the scope of each",
  access: 'progress-read',
  params: z.object({ book_id: Uuid }),
  query: z.object({
    reader: ReaderKind.optional().meta({ description: 'That of the format if absent' }),
    device: Device.optional(),
  }),
  status: 200,
  payload: json(ResolvedReaderProfile),
  errors: [404],
})

export const listReaderProfiles = route({
  id: 'list_reader_profiles',
  method: 'get',
  path: '/api/v1/user/reader-profiles',
  tag,
  summary: 'All reader settings of the caller, most recently changed first',
  access: 'progress-read',
  query: PageQuery,
  status: 200,
  payload: json(paginated('ReaderProfileDto', ReaderProfileDto)),
})

export const copyReaderProfile = route({
  id: 'copy_reader_profile',
  method: 'post',
  path: '/api/v1/user/reader-profiles/copy',
  tag,
  summary: 'Copy reader settings from one scope to another, replacing the existing ones',
  access: 'progress-write',
  body: CopyReaderProfileRequest,
  status: 200,
  payload: json(ReaderProfileDto),
  errors: [404],
})

export const deleteReaderProfile = route({
  id: 'delete_reader_profile',
  method: 'delete',
  path: '/api/v1/user/reader-profiles',
  tag,
  summary: 'Reset the reader settings of one scope',
  access: 'progress-write',
  query: z.object({ reader: ReaderKind, ...target }),
  status: 204,
  payload: nothing,
  errors: [404],
})
