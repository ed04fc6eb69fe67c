import { lines, oneLine } from './field-schemas'
import { Int64, nullable, Timestamp, Uuid } from './ids'
import { Label } from './metadata-fields'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

/** Kinds of names with their own pages; `author` is a person in any role. */
export const FACET_KINDS = [
  'author',
  'genre',
  'tag',
  'publisher',
  'imprint',
  'character',
  'team',
  'location',
  'story_arc',
] as const
export type FacetKindName = (typeof FACET_KINDS)[number]

const Kind = z.enum(FACET_KINDS)

/** Maximum aliases per name. */
export const MOST_ALIASES = 100

export const TaxonomyCleanupResponse = z
  .object({
    deletedCount: Int64,
    deletedNames: z.array(z.string()).meta({ description: 'At most the first 1,000 by name' }),
  })
  .meta({ id: 'TaxonomyCleanupResponse' })
export type TaxonomyCleanupResponse = z.infer<typeof TaxonomyCleanupResponse>

const shown = {
  id: Uuid,
  kind: Kind,
  name: z.string(),
  sortName: nullable(z.string()).meta({ description: 'For people: surname first' }),
  seriesCount: Int64,
  bookCount: Int64,
  bookCountIsExact: z.boolean().meta({
    description: 'False: there are more books than counted; the route of a single name always has the exact number',
  }),
  coverVersion: nullable(z.string()).meta({ description: 'Of the chosen image; null for the default one' }),
  thumbHash: nullable(z.string()).meta({ description: 'Of the chosen image' }),
  coverSeriesId: nullable(Uuid).meta({ description: 'The first series, whose cover is shown for the name' }),
}

export const FacetDto = z.object(shown).meta({ id: 'FacetDto' })
export type FacetDto = z.infer<typeof FacetDto>

const Link = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .meta({ description: 'An http or https address' })

export const FacetAliasDto = z.object({ id: Uuid, name: z.string() }).meta({ id: 'FacetAliasDto' })
export const FacetRoleDto = z.object({ role: z.string(), books: Int64 }).meta({ id: 'FacetRoleDto' })
export const FacetDetailDto = z
  .object({
    ...shown,
    description: nullable(z.string()),
    links: z.array(z.string()),
    aliases: z.array(FacetAliasDto).meta({ description: 'Other names in files that become this name' }),
    roles: z.array(FacetRoleDto).meta({ description: 'For people: the number of books by role' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'FacetDetailDto' })
export type FacetDetailDto = z.infer<typeof FacetDetailDto>

export const FACET_SORTS = ['name', 'count'] as const

export const FacetGroupDto = z.object({ group: z.string(), count: Int64 }).meta({ id: 'FacetGroupDto' })
export type FacetGroupDto = z.infer<typeof FacetGroupDto>

/** Absent stays, null clears. */
export const UpdateFacetRequest = z
  .object({
    name: Label.optional(),
    sortName: nullable(oneLine(200)),
    description: nullable(lines(10_000)),
    links: nullable(z.array(Link).max(20)),
  })
  .meta({ id: 'UpdateFacetRequest' })
export type UpdateFacetRequest = z.infer<typeof UpdateFacetRequest>

export const MergeFacetsRequest = z
  .object({
    facetIds: z.array(Uuid).min(1).max(100).meta({ description: 'Names of the same kind that become this one' }),
    dryRun: z.boolean().optional().meta({ description: 'Returns what would change, and changes nothing' }),
  })
  .meta({ id: 'MergeFacetsRequest' })

export const FacetChangeResponse = z
  .object({
    books: Int64,
    series: Int64,
    names: z.array(z.string()).meta({ description: 'Names that become aliases' }),
    taskId: nullable(Uuid).meta({ description: 'The task that changes the books, when there are many' }),
  })
  .meta({ id: 'FacetChangeResponse' })
export type FacetChangeResponse = z.infer<typeof FacetChangeResponse>

export const AddFacetAliasRequest = z.object({ name: Label }).meta({ id: 'AddFacetAliasRequest' })

const path = '/api/v1/facets/{kind}'
const KindParams = z.object({ kind: Kind })
const FacetParams = KindParams.extend({ facet_id: Uuid })
const read = { tag: 'Names', access: 'series-read', status: 200 } as const
const change = {
  tag: 'Names',
  access: 'series-write',
  wholeSight: true,
  params: FacetParams,
  status: 200,
  payload: json(FacetDetailDto),
} as const

const FacetQuery = z.object({
  q: z.string().trim().max(200).optional().meta({ description: 'Part of the name or of an alias' }),
})

export const listFacets = route({
  ...read,
  id: 'list_facets',
  method: 'get',
  path,
  summary: 'Names of a kind in the series that the caller may see, with counts',
  params: KindParams,
  query: PageQuery.extend({
    ...FacetQuery.shape,
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Exactly this name, or a name with this alias' }),
    sort: z.enum(FACET_SORTS).default('name').meta({ description: '`count`: most series first' }),
  }),
  payload: json(paginated('FacetDto', FacetDto)),
})

export const listFacetGroups = route({
  ...read,
  id: 'list_facet_groups',
  method: 'get',
  path: `${path}/alphabetical-groups`,
  summary: 'Number of these names by first letter, in the order of the list by name',
  params: KindParams,
  query: FacetQuery,
  payload: json(z.array(FacetGroupDto)),
})

export const cleanUpFacets = route({
  ...read,
  id: 'clean_up_facets',
  access: 'system-admin',
  wholeSight: true,
  method: 'post',
  path: `${path}/cleanup`,
  summary: 'Delete unused names of a kind; those with aliases, a description, links or an image stay',
  params: KindParams,
  body: z
    .object({
      dryRun: z.boolean().optional().meta({ description: 'Returns what would be deleted, and changes nothing' }),
    })
    .meta({ id: 'CleanUpFacetsRequest' }),
  bodyOptional: true,
  payload: json(TaxonomyCleanupResponse),
})

export const getFacet = route({
  ...read,
  id: 'get_facet',
  method: 'get',
  path: `${path}/{facet_id}`,
  summary: 'One name with its aliases and counts; the id of an alias gives the name it stands for',
  params: FacetParams,
  payload: json(FacetDetailDto),
  errors: [404],
})

export const updateFacet = route({
  ...change,
  id: 'update_facet',
  method: 'patch',
  path: `${path}/{facet_id}`,
  summary: 'Rename or describe a name; the old name becomes an alias (100 at most), and 409 if another name has it',
  body: UpdateFacetRequest,
  form: true,
  errors: [404, 409],
})

export const deleteFacet = route({
  ...change,
  id: 'delete_facet',
  access: 'system-admin',
  method: 'delete',
  path: `${path}/{facet_id}`,
  summary: 'Delete a name with its aliases and remove it from every series and book',
  status: 204,
  payload: nothing,
  errors: [404],
})

export const mergeFacets = route({
  ...change,
  id: 'merge_facets',
  method: 'post',
  path: `${path}/{facet_id}/merge`,
  summary: 'Merge other names into this one as aliases, in every series and book; 400 for more than 100 aliases',
  body: MergeFacetsRequest,
  form: true,
  payload: json(FacetChangeResponse),
  errors: [404],
})

export const addFacetAlias = route({
  ...change,
  id: 'add_facet_alias',
  method: 'post',
  path: `${path}/{facet_id}/aliases`,
  summary: 'Add an alias: files with it get this name; 409 if another name has it, 400 for more than 100',
  body: AddFacetAliasRequest,
  form: true,
  errors: [404, 409],
})

export const removeFacetAlias = route({
  ...change,
  id: 'remove_facet_alias',
  method: 'delete',
  path: `${path}/{facet_id}/aliases/{alias_id}`,
  summary: 'Remove an alias; files with it get that name again once they are read',
  params: FacetParams.extend({ alias_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})
