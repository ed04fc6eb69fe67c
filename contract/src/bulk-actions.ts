import type { Permission } from './access'
import { BulkPatchBookMetadataRequest, UpdateBookMetadataLocksRequest } from './book-metadata'
import { CustomMetadata, Labels, OldLabels } from './metadata-fields'
import { BulkPatchSeriesMetadataRequest, UpdateMetadataLocksRequest } from './series-metadata'
import * as z from './zod'

/** Bulk actions by name: request format, permission, and whether they can be reverted. */
interface BulkActionEntry {
  readonly book: z.ZodObject<{ type: z.ZodLiteral<string> }>
  readonly series: z.ZodObject<{ type: z.ZodLiteral<string> }>
  readonly right: { readonly book: Permission; readonly series: Permission }
  /** Edits of metadata respect locks and can be reverted. The others start tasks. */
  readonly isEdit: boolean
}

const EDITORS = { book: 'books-write', series: 'series-write' } as const
const names = { add: Labels.optional(), remove: OldLabels.optional(), replace: Labels.optional() }
const force = z.boolean().optional()
const alike = <Schema>(schema: Schema) => ({ book: schema, series: schema })

export const BULK_ACTIONS = {
  edit: {
    book: z.object({ type: z.literal('edit'), changes: BulkPatchBookMetadataRequest.omit({ bookIds: true }) }),
    series: z.object({ type: z.literal('edit'), changes: BulkPatchSeriesMetadataRequest.omit({ seriesIds: true }) }),
    right: EDITORS,
    isEdit: true,
  },
  custom: {
    ...alike(
      z.object({
        type: z.literal('custom'),
        patch: CustomMetadata.nullable().meta({
          description: 'A JSON merge patch of `customMetadata`; null clears it',
        }),
      }),
    ),
    right: EDITORS,
    isEdit: true,
  },
  locks: {
    book: z.object({ type: z.literal('locks'), locks: UpdateBookMetadataLocksRequest }),
    series: z.object({ type: z.literal('locks'), locks: UpdateMetadataLocksRequest }),
    right: EDITORS,
    isEdit: true,
  },
  genres: { ...alike(z.object({ type: z.literal('genres'), ...names })), right: EDITORS, isEdit: true },
  tags: { ...alike(z.object({ type: z.literal('tags'), ...names })), right: EDITORS, isEdit: true },
  reset: { ...alike(z.object({ type: z.literal('reset') })), right: EDITORS, isEdit: true },
  renumber: {
    ...alike(z.object({ type: z.literal('renumber') })),
    right: { book: 'series-write', series: 'series-write' },
    isEdit: false,
  },
  analyze: { ...alike(z.object({ type: z.literal('analyze'), force })), right: EDITORS, isEdit: false },
  thumbnails: {
    ...alike(z.object({ type: z.literal('thumbnails'), force })),
    right: { book: 'tasks-write', series: 'tasks-write' },
    isEdit: false,
  },
} as const satisfies Readonly<Record<string, BulkActionEntry>>

export type BulkActionName = keyof typeof BULK_ACTIONS
export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as BulkActionName[]

/** The request of one action. */
export type AskedOfBooks<Name extends BulkActionName> = z.infer<(typeof BULK_ACTIONS)[Name]['book']>
export type AskedOfSeries<Name extends BulkActionName> = z.infer<(typeof BULK_ACTIONS)[Name]['series']>

function oneOf<Schema extends z.ZodObject>(schemas: readonly Schema[]) {
  return z.discriminatedUnion('type', schemas as readonly Schema[] as [Schema, ...Schema[]])
}

const actions = Object.values(BULK_ACTIONS)
export const BookBulkAction = oneOf(actions.map(action => action.book)).meta({ id: 'BookBulkAction' })
export type BookBulkAction = z.infer<typeof BookBulkAction>
export const SeriesBulkAction = oneOf(actions.map(action => action.series)).meta({ id: 'SeriesBulkAction' })
export type SeriesBulkAction = z.infer<typeof SeriesBulkAction>
