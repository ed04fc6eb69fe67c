import { nullable, Timestamp, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

/** Fields shared by collections and read lists. */
export const LIST_VISIBILITIES = ['private', 'shared', 'public'] as const
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]
export const ListVisibility = z.enum(LIST_VISIBILITIES).meta({
  id: 'ListVisibility',
  description: 'private: only the owner; shared: the people and groups listed; public: everyone',
})

/** Maximum members of one list, and of one request. */
export const LIST_MEMBERS = 10_000
export const LIST_MEMBERS_AT_ONCE = 5_000

/** A list condition: members are those that match whenever the list is read. */
export const ListRule = z.record(z.string(), z.unknown())

/** The owner of a list, and the caller's permissions. */
export const listFacts = {
  visibility: ListVisibility,
  mine: z.boolean().meta({ description: "The caller's own" }),
  ownerName: nullable(z.string().meta({ description: 'Null when the account was deleted' })),
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  addedIds: z
    .array(Uuid)
    .optional()
    .meta({ description: 'Only in the response to adding: series or books that were not in the list before' }),
}

export const newList = {
  name: z.string().meta({ description: '1 to 200 characters' }),
  summary: nullable(z.string()),
  visibility: ListVisibility.optional().meta({ description: 'public if absent' }),
}

export const changedList = {
  name: nullable(z.string()),
  summary: nullable(z.string()),
  ordered: nullable(z.boolean()),
  condition: nullable(ListRule),
}

const Person = z.object({ id: Uuid, name: z.string() }).meta({ id: 'ListPersonDto' })

export const ListSharingDto = z
  .object({
    visibility: ListVisibility,
    users: z.array(z.object({ userId: Uuid, name: z.string(), mayEdit: z.boolean() })),
    groups: z.array(z.object({ groupId: Uuid, name: z.string(), mayEdit: z.boolean() })),
  })
  .meta({ id: 'ListSharingDto' })
export type ListSharingDto = z.infer<typeof ListSharingDto>

export const SetListSharingRequest = z
  .object({
    visibility: ListVisibility,
    users: z.array(z.object({ userId: Uuid, mayEdit: z.boolean().default(false) })).max(500),
    groups: z.array(z.object({ groupId: Uuid, mayEdit: z.boolean().default(false) })).max(500),
  })
  .meta({ id: 'SetListSharingRequest' })
export type SetListSharingRequest = z.infer<typeof SetListSharingRequest>

export const ListPeopleResponse = z
  .object({ users: z.array(Person), groups: z.array(Person) })
  .meta({ id: 'ListPeopleResponse' })
export type ListPeopleResponse = z.infer<typeof ListPeopleResponse>

export const SORT_DIRECTIONS = ['asc', 'desc'] as const

export const listPeople = route({
  id: 'list_sharing_people',
  method: 'get',
  path: '/api/v1/collections/people',
  tag: 'Collections',
  summary: 'People and groups that a list can be shared with, the first 50 by name',
  access: 'collections-write',
  query: z.object({ q: z.string().max(100).optional() }),
  status: 200,
  payload: json(ListPeopleResponse),
})
