import { nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

/** Where a preset is offered, and what it lists. */
export const PRESET_SCOPES = ['list', 'search'] as const
export const PRESET_TARGETS = ['series', 'books'] as const
export type PresetScope = (typeof PRESET_SCOPES)[number]
export type PresetTarget = (typeof PRESET_TARGETS)[number]

/** A list in the format of presets, not validated yet. */
export interface SavedList {
  readonly condition: unknown
  /** `field,direction`, several separated by `;`. */
  readonly sort: string | null
  /** Search text. */
  readonly query: string | null
  /** The library it is for; null for all. */
  readonly libraryId: string | null
}

/** A tree of `allOf`, `anyOf`, `not` and one-field objects, as the lists take it. */
const Saved = z.record(z.string(), z.unknown())

const question = {
  name: z.string().meta({ description: '1 to 100 characters' }),
  condition: Saved,
  libraryId: nullable(Uuid.meta({ description: 'The library it is for; absent for all' })),
  query: nullable(z.string()),
  sort: nullable(z.string()),
  view: nullable(z.string().meta({ description: 'How the app shows the results; stored unchanged' })),
}

export const FilterPresetDto = z
  .object({
    id: Uuid,
    ...question,
    scope: z.string(),
    target: z.string(),
    shared: z.boolean().meta({ description: 'Visible to everyone who can see its library' }),
    mine: z.boolean().meta({ description: "The caller's own" }),
    ownerName: z.string(),
    pinned: z.boolean().meta({ description: "In the caller's sidebar" }),
    problem: nullable(z.string().meta({ description: 'Why it can no longer be used' })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'FilterPresetDto' })
export type FilterPresetDto = z.infer<typeof FilterPresetDto>

export const FilterPresetListResponse = z
  .object({ presets: z.array(FilterPresetDto) })
  .meta({ id: 'FilterPresetListResponse' })
export type FilterPresetListResponse = z.infer<typeof FilterPresetListResponse>

const Shared = z.boolean().optional()

export const CreateFilterPresetRequest = z
  .object({
    ...question,
    scope: z.string().meta({ description: 'list or search' }),
    target: z.string().meta({ description: 'series or books' }),
    shared: Shared,
  })
  .meta({ id: 'CreateFilterPresetRequest' })
export type CreateFilterPresetRequest = z.infer<typeof CreateFilterPresetRequest>

/** All fields that can be changed; absent `shared` and `view` stay. */
export const UpdateFilterPresetRequest = z
  .object({ ...question, shared: Shared })
  .meta({ id: 'UpdateFilterPresetRequest' })
export type UpdateFilterPresetRequest = z.infer<typeof UpdateFilterPresetRequest>

/** The fields to change; absent ones stay as they are, also as somebody else changes them at the same time. */
export const PatchFilterPresetRequest = z
  .object({ ...question, name: question.name.optional(), condition: Saved.optional(), shared: Shared })
  .meta({ id: 'PatchFilterPresetRequest' })
export type PatchFilterPresetRequest = z.infer<typeof PatchFilterPresetRequest>

const PresetParams = z.object({ id: Uuid })

export const listFilterPresets = route({
  id: 'list_filter_presets',
  method: 'get',
  path: '/api/v1/filter-presets',
  tag: 'Filter Presets',
  summary: 'Saved filters of the caller and those shared by others, by name',
  access: 'login',
  scope: 'series-read',
  query: z.object({ scope: z.string().optional(), target: z.string().optional(), libraryId: Uuid.optional() }),
  status: 200,
  payload: json(FilterPresetListResponse),
})

export const createFilterPreset = route({
  id: 'create_filter_preset',
  method: 'post',
  path: '/api/v1/filter-presets',
  tag: 'Filter Presets',
  summary: 'Save a filter; sharing it takes the permission collections-write',
  access: 'login',
  scope: 'progress-write',
  body: CreateFilterPresetRequest,
  status: 201,
  payload: json(FilterPresetDto),
  errors: [409],
})

export const getFilterPreset = route({
  id: 'get_filter_preset',
  method: 'get',
  path: '/api/v1/filter-presets/{id}',
  tag: 'Filter Presets',
  summary: 'One saved filter',
  access: 'login',
  scope: 'series-read',
  params: PresetParams,
  status: 200,
  payload: json(FilterPresetDto),
  errors: [404],
})

export const updateFilterPreset = route({
  id: 'update_filter_preset',
  method: 'put',
  path: '/api/v1/filter-presets/{id}',
  tag: 'Filter Presets',
  summary: 'Change a saved filter, except its scope and target',
  access: 'login',
  scope: 'progress-write',
  params: PresetParams,
  body: UpdateFilterPresetRequest,
  status: 200,
  payload: json(FilterPresetDto),
  errors: [404, 409],
})

export const patchFilterPreset = route({
  id: 'patch_filter_preset',
  method: 'patch',
  path: '/api/v1/filter-presets/{id}',
  tag: 'Filter Presets',
  summary: 'Change some fields of a saved filter; the others stay',
  access: 'login',
  scope: 'progress-write',
  params: PresetParams,
  body: PatchFilterPresetRequest,
  status: 200,
  payload: json(FilterPresetDto),
  errors: [404, 409],
})

export const deleteFilterPreset = route({
  id: 'delete_filter_preset',
  method: 'delete',
  path: '/api/v1/filter-presets/{id}',
  tag: 'Filter Presets',
  summary: 'Delete a saved filter; for an hour it can be restored',
  access: 'login',
  scope: 'progress-write',
  params: PresetParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const restoreFilterPreset = route({
  id: 'restore_filter_preset',
  method: 'post',
  path: '/api/v1/filter-presets/{id}/restore',
  tag: 'Filter Presets',
  summary: 'Restore a deleted saved filter, with its places on home pages and sidebars',
  access: 'login',
  scope: 'progress-write',
  params: PresetParams,
  status: 200,
  payload: json(FilterPresetDto),
  errors: [404, 409],
})

export const pinFilterPreset = route({
  id: 'pin_filter_preset',
  method: 'put',
  path: '/api/v1/filter-presets/{id}/pin',
  tag: 'Filter Presets',
  summary: "Pin a saved filter to the caller's sidebar",
  access: 'login',
  scope: 'progress-write',
  params: PresetParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const unpinFilterPreset = route({
  id: 'unpin_filter_preset',
  method: 'delete',
  path: '/api/v1/filter-presets/{id}/pin',
  tag: 'Filter Presets',
  summary: 'Unpin a saved filter',
  access: 'login',
  scope: 'progress-write',
  params: PresetParams,
  status: 204,
  payload: nothing,
  errors: [404],
})
