import { FACET_KINDS, FacetChangeResponse } from './facet'
import { Int64, nullable, Timestamp, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const FacetNameChangeDto = z
  .object({
    id: Uuid,
    action: z.enum(['merge', 'rename']),
    names: z.array(z.string()).meta({ description: 'Of a merge: the names that became aliases' }),
    before: nullable(z.string()).meta({ description: 'Of a rename' }),
    after: nullable(z.string()).meta({ description: 'Of a rename' }),
    books: Int64,
    series: Int64,
    userName: nullable(z.string()),
    at: Timestamp,
    undoneAt: nullable(Timestamp),
  })
  .meta({ id: 'FacetNameChangeDto' })
export type FacetNameChangeDto = z.infer<typeof FacetNameChangeDto>

const path = '/api/v1/facets/{kind}/{facet_id}/changes'
const FacetParams = z.object({ kind: z.enum(FACET_KINDS), facet_id: Uuid })
const change = { tag: 'Names', access: 'series-write', wholeSight: true, status: 200 } as const

export const listFacetChanges = route({
  ...change,
  id: 'list_facet_changes',
  method: 'get',
  path,
  summary: 'The last 50 merges and renames of a name, the latest first',
  params: FacetParams,
  payload: json(z.object({ changes: z.array(FacetNameChangeDto) }).meta({ id: 'FacetNameChangeList' })),
  errors: [404],
})

export const undoFacetChange = route({
  ...change,
  id: 'undo_facet_change',
  method: 'post',
  path: `${path}/{change_id}/undo`,
  summary:
    'Undo a merge or rename; books edited since stay as they are, and 409 if it was undone or cannot be any more',
  params: FacetParams.extend({ change_id: Uuid }),
  payload: json(FacetChangeResponse),
  errors: [404, 409],
})
