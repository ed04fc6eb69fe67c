import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ListSharingDto } from '@octavo/contract/curated-list'
import type { ErrorResponse } from '@octavo/contract/errors'
import { addUser, bearer, bodyOf } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { newId } from '../../../kernel/ids'
import { syncOidcGroups } from '../../people/access-groups'
import { changingMembers } from './publish-lists'
import { type List, type Lists, startCuratedLists } from './testing-curated-lists'

setDefaultTimeout(60_000)

/** Requests that are the same for both kinds. */
const KINDS = [
  { what: 'collections', list: 'collections', items: 'series', ids: 'seriesIds', count: 'seriesCount' },
  { what: 'read lists', list: 'readlists', items: 'books', ids: 'bookIds', count: 'bookCount' },
] as const

forEachDatabase('collections and read lists', database => {
  const world = startCuratedLists(database)
  const { ask, said, status, idsOf, ids, hidden, people, headers } = world
  beforeAll(world.start)

  for (const { what, list, items, ids: named, count } of KINDS) {
    const make = (who: string, name: string, more: object = {}) => said<List>(who, 'POST', list, { name, ...more })
    const add = (who: string, id: string, members: readonly (string | undefined)[]) =>
      ask(who, 'POST', `${list}/${id}/${items}`, { [named]: members })
    const names = async (who: string) => (await said<Lists>(who, 'GET', list)).items.map(({ name }) => name)
    const [first = '', second = '', third = '', fourth = ''] = ids[items]

    test(`${what} are created, changed and deleted, and visible to everybody`, async () => {
      const made = await make('Ada', '  Sea\u00a0 stories ', { summary: 'Salt', ordered: true })
      expect(made).toMatchObject({ name: 'Sea stories', summary: 'Salt', ordered: true, automatic: false, [count]: 0 })
      expect(made).toMatchObject({ visibility: 'public', mine: true, ownerName: 'Ada', mayEdit: true, mayDelete: true })
      const path = `${list}/${made.id}`
      expect(await said<List>('Bea', 'GET', path)).toMatchObject({ mine: false, mayEdit: false, mayDelete: false })
      expect(await status('Dora', 'POST', list, { name: 'SEA STORIES' })).toBe(409)
      expect(await said<List>('Dora', 'PATCH', path, { name: 'Lake', summary: null })).toMatchObject({ name: 'Lake' })
      expect((await said<List>('Ada', 'GET', path)).summary).toBeNull()
      expect(await status('Bea', 'PATCH', path, { name: 'Mine' })).toBe(403)
      expect(await status('Bea', 'DELETE', path)).toBe(403)
      expect(await status('Ada', 'DELETE', path)).toBe(204)
      expect(await status('Ada', 'GET', path)).toBe(404)
      expect(await status('Ada', 'DELETE', path)).toBe(404)
    })

    test(`${what} keep both of two changes at the same time`, async () => {
      const { id } = await make('Ada', `Twice ${what}`)
      const change = (body: object) => said<List>('Ada', 'PATCH', `${list}/${id}`, body)
      const [name, summary] = [`Once ${what}`, 'Salt']
      await Promise.all([change({ name }), change({ summary }), change({ ordered: true })])
      expect(await said<List>('Ada', 'GET', `${list}/${id}`)).toMatchObject({ name, summary, ordered: true })
      expect(await status('Ada', 'DELETE', `${list}/${id}`)).toBe(204)
    })

    test(`${what} refuse bad names, rules and shapes with the path of the field`, async () => {
      for (const [body, path] of [
        [{ name: ' \u200b ' }, 'name'],
        [{ name: 'x'.repeat(201) }, 'name'],
        [{ name: 'a\u0007b' }, 'name'],
        [{ name: '\u202ebmc.exe' }, 'name'],
        [{ name: 'Long', summary: 'x'.repeat(10_001) }, 'summary'],
        [{ name: 'Rule', condition: { title: { operator: 'contains', value: 'e' } }, ordered: true }, 'ordered'],
      ] as const) {
        const answer = await ask('Ada', 'POST', list, body)
        expect([path, answer.status]).toEqual([path, 400])
        expect((await bodyOf<ErrorResponse>(answer)).details).toMatchObject({ path })
      }
      expect(await status('Ada', 'POST', list, { name: 'Rule', condition: { nonsense: {} } })).toBe(400)
      expect(await status('Ada', 'POST', list, { name: 7 })).toBe(422)
      expect(await status('Bea', 'POST', list, { name: 'Everybody' })).toBe(403)
      expect(await names('Ada')).not.toContain('Everybody')
    })

    test(`${what} keep their manual order, and refuse unknown members in it`, async () => {
      const { id } = await make('Ada', `Ordered ${what}`, { ordered: true })
      const path = `${list}/${id}/${items}`
      expect(await bodyOf<List>(await add('Ada', id, [third, first, second]))).toMatchObject({ [count]: 3 })
      const added = await bodyOf<List>(await add('Ada', id, [first, fourth.toUpperCase(), fourth]))
      expect(added).toMatchObject({ [count]: 4, addedIds: [fourth] })
      expect(await bodyOf<List>(await add('Ada', id, [fourth]))).toMatchObject({ [count]: 4, addedIds: [] })
      expect(await said<List>('Ada', 'GET', `${list}/${id}`)).not.toHaveProperty('addedIds')
      expect(await idsOf('Bea', path)).toEqual([third, first, second, fourth])
      const order = (members: readonly string[]) => ask('Ada', 'PUT', path, { [named]: members })
      // Omitted ones keep their position.
      expect((await order([fourth, third])).status).toBe(204)
      expect(await idsOf('Bea', path)).toEqual([fourth, first, second, third])
      for (const [bad, at] of [
        [[second, hidden[items]], 1],
        [[second, first, newId()], 2],
        [[second, second], 1],
      ] as const) {
        const answer = await order(bad)
        expect(answer.status).toBe(400)
        expect((await bodyOf<ErrorResponse>(answer)).details).toEqual({ path: `${named}.${at}`, reason: 'field_bad' })
      }
      expect(await idsOf('Bea', path)).toEqual([fourth, first, second, third])
      const sort = items === 'series' ? 'year' : 'release'
      const byDate = items === 'series' ? [first, second, third, fourth] : [fourth, third, second, first]
      expect(await idsOf('Bea', `${path}?sort=${sort}`)).toEqual(byDate)
      expect(await idsOf('Bea', `${path}?sort=${sort}&direction=desc`)).toEqual(byDate.toReversed())
      expect(await idsOf('Bea', `${path}?sort=manual&direction=desc`)).toEqual([fourth, first, second, third])
      await said('Ada', 'PATCH', `${list}/${id}`, { ordered: false })
      expect(await idsOf('Bea', path)).toEqual(items === 'series' ? [second, fourth, third, first] : byDate)
      expect(await status('Bea', 'GET', `${path}?sort=nonsense`)).toBe(400)
      expect(await status('Ada', 'DELETE', `${path}/${first}`)).toBe(204)
      expect(await status('Ada', 'DELETE', `${path}/${first}`)).toBe(204)
      expect(await idsOf('Bea', path)).not.toContain(first)
      const page = await said<{ data: { id: string }[]; total: number }>('Bea', 'POST', `${path}/list?pageSize=2`)
      expect([page.total, page.data.length]).toEqual([3, 2])
    })

    test(`${what} never show hidden items, in members, counts, covers and orders`, async () => {
      const { id } = await make('Ada', `Partly hidden ${what}`, { ordered: true })
      const path = `${list}/${id}`
      const answer = await add('Cem', id, [first])
      expect(answer.status).toBe(403)
      await add('Ada', id, [hidden[items], first])
      expect((await said<List>('Ada', 'GET', path))[count]).toBe(2)
      expect((await said<List>('Cem', 'GET', path))[count]).toBe(1)
      const mine = (await said<Lists>('Cem', 'GET', list)).items.find(each => each.id === id)
      expect(mine?.[count]).toBe(1)
      expect(await idsOf('Cem', `${path}/${items}`)).toEqual([first])
      const cover = async (who: string) => (await ask(who, 'GET', `${path}/thumbnail?width=80`)).headers.get('location')
      expect(await cover('Ada')).toBe(`../../${items}/${hidden[items]}/thumbnail?width=80`)
      expect(await cover('Cem')).toBe(`../../${items}/${first}/thumbnail?width=80`)
      const other = await make('Ada', `All hidden ${what}`)
      await add('Ada', other.id, [hidden[items]])
      expect(await status('Cem', 'GET', `${list}/${other.id}/thumbnail`)).toBe(404)
      expect(await status('Cem', 'GET', `${items}/${hidden[items]}/${list}`)).toBe(404)
      expect((await said<Lists>('Cem', 'GET', `${items}/${first}/${list}`)).items.map(each => each.id)).toContain(id)
      // An editor with partial visibility changes only visible members.
      await said('Ada', 'PUT', `${path}/sharing`, {
        visibility: 'shared',
        users: [{ userId: people.Cem?.id, mayEdit: true }],
        groups: [],
      })
      await add('Cem', id, [second])
      expect(await status('Cem', 'POST', `${path}/${items}`, { [named]: [hidden[items]] })).toBe(404)
      expect(await status('Cem', 'PUT', `${path}/${items}`, { [named]: [hidden[items]] })).toBe(400)
      expect(await status('Cem', 'DELETE', `${path}/${items}/${hidden[items]}`)).toBe(204)
      expect(await status('Cem', 'PUT', `${path}/${items}`, { [named]: [second, first] })).toBe(204)
      expect(await idsOf('Ada', `${path}/${items}`)).toEqual([hidden[items], second, first])
    })

    test(`${what} keep hidden items when somebody who sees a part gives them a rule`, async () => {
      const { id } = await make('Ada', `Ruled ${what}`, { ordered: true })
      const path = `${list}/${id}`
      await add('Ada', id, [first, hidden[items], second])
      await said('Ada', 'PUT', `${path}/sharing`, {
        visibility: 'shared',
        users: [{ userId: people.Cem?.id, mayEdit: true }],
        groups: [],
      })
      const holding = async (who: string, item: string) =>
        (await said<Lists>(who, 'GET', `${items}/${item}/${list}`)).items.map(each => each.id)
      expect(await holding('Ada', hidden[items])).toContain(id)
      const condition = { title: { operator: 'contains', value: 'brav' } }
      expect(await said<List>('Cem', 'PATCH', path, { condition })).toMatchObject({ automatic: true, [count]: 1 })
      expect(await idsOf('Ada', `${path}/${items}`)).toEqual([fourth])
      expect(await holding('Ada', hidden[items])).not.toContain(id)
      expect(await said<List>('Cem', 'PATCH', path, { condition: null })).toMatchObject({ [count]: 0 })
      expect(await idsOf('Cem', `${path}/${items}`)).toEqual([])
      expect(await idsOf('Ada', `${path}/${items}`)).toEqual([hidden[items]])
    })

    test(`${what} are private, shared with people and groups, or public`, async () => {
      const own = await make('Bea', `Own ${what}`, { visibility: 'private' })
      const path = `${list}/${own.id}`
      expect(own).toMatchObject({ visibility: 'private', mayEdit: true })
      for (const who of ['Ada', 'Root', 'Cem']) {
        expect(await status(who, 'GET', path)).toBe(404)
        expect(await status(who, 'PATCH', path, { name: 'Taken' })).toBe(404)
        expect(await status(who, 'DELETE', path)).toBe(404)
        expect(await names(who)).not.toContain(`Own ${what}`)
      }
      expect(await status('Bea', 'PUT', `${path}/sharing`, { visibility: 'public', users: [], groups: [] })).toBe(403)
      // Another user may have a private list with the same name.
      const list2 = await make('Ada', `Own ${what}`, { visibility: 'private' })
      const group = await said<{ id: string }>('Root', 'POST', 'access-groups', { name: `Readers of ${what}` })
      await said('Root', 'POST', `access-groups/${group.id}/members`, { userIds: [people.Cem?.id] })
      const sharing = await said<ListSharingDto>('Ada', 'PUT', `${list}/${list2.id}/sharing`, {
        visibility: 'shared',
        users: [{ userId: people.Bea?.id, mayEdit: true }],
        groups: [{ groupId: group.id }],
      })
      expect(sharing).toEqual({
        visibility: 'shared',
        users: [{ userId: people.Bea?.id ?? '', name: 'Bea', mayEdit: true }],
        groups: [{ groupId: group.id, name: `Readers of ${what}`, mayEdit: false }],
      })
      expect(await said<List>('Bea', 'GET', `${list}/${list2.id}`)).toMatchObject({ mayEdit: true, mayDelete: false })
      expect(await said<List>('Cem', 'GET', `${list}/${list2.id}`)).toMatchObject({ mayEdit: false })
      expect(await status('Dora', 'GET', `${list}/${list2.id}`)).toBe(404)
      expect(await status('Bea', 'DELETE', `${list}/${list2.id}`)).toBe(403)
      expect(await status('Bea', 'PATCH', `${list}/${list2.id}`, { summary: 'Helped' })).toBe(200)
      expect(await status('Bea', 'GET', `${list}/${list2.id}/sharing`)).toBe(403)
      const wrong = await ask('Ada', 'PUT', `${list}/${list2.id}/sharing`, {
        visibility: 'shared',
        users: [{ userId: people.Bea?.id }, { userId: newId() }],
        groups: [],
      })
      const details = { path: 'users.1.userId', reason: 'field_bad' }
      expect([wrong.status, (await bodyOf<ErrorResponse>(wrong)).details]).toEqual([400, details])
      expect(await status('Cem', 'GET', `${list}/${list2.id}`)).toBe(200)
      // Members of the group are notified when they join and leave, unless they see the list anyway.
      const events = async () => {
        const { query } = database.connection.reader
        const rows = await query.selectFrom('events').select('happened').orderBy('pk').execute()
        return rows
          .flatMap(row => JSON.parse(row.happened) as { event: Record<string, string>; to: { userPks?: number[] } }[])
          .filter(({ event }) => Object.values(event).includes(list2.id) && !event.type?.endsWith('updated'))
          .map(({ event, to }) => [event.type?.split('_')[1], to.userPks?.length])
      }
      const before = (await events()).length
      const members = `access-groups/${group.id}/members`
      await said('Root', 'POST', members, { userIds: [people.Bea?.id, people.Dora?.id] })
      expect(await status('Dora', 'GET', `${list}/${list2.id}`)).toBe(200)
      await ask('Root', 'DELETE', `${members}/${people.Bea?.id}`)
      await ask('Root', 'DELETE', `${members}/${people.Dora?.id}`)
      expect((await events()).slice(before)).toEqual([
        ['created', 1],
        ['deleted', 1],
      ])
      // Also when an identity provider changes the groups of somebody who signs in.
      const oidcGroupName = `provider of ${what}`
      await said('Root', 'POST', `access-groups/${group.id}/oidc-mappings`, { oidcGroupName })
      const { connection } = database
      const { pk: userPk } = await connection.reader.query
        .selectFrom('users')
        .select('pk')
        .where('id', '=', people.Dora?.id ?? '')
        .executeTakeFirstOrThrow()
      const signIn = (names: readonly string[]) =>
        connection.write(tx => syncOidcGroups(tx, { userPk, names, now: 0 }, changingMembers))
      const known = (await events()).length
      for (const names of [[oidcGroupName], [oidcGroupName], []]) await signIn(names)
      expect((await events()).slice(known)).toEqual([
        ['created', 1],
        ['deleted', 1],
      ])
      await said('Ada', 'PUT', `${list}/${list2.id}/sharing`, { visibility: 'private', users: [], groups: [] })
      expect(await status('Cem', 'GET', `${list}/${list2.id}`)).toBe(404)
    })

    test(`automatic ${what} are resolved for each viewer, with exact counts`, async () => {
      const condition = { title: { operator: 'contains', value: 'a' } }
      const made = await make('Ada', `Automatic ${what}`, { condition })
      const path = `${list}/${made.id}`
      expect(made).toMatchObject({ automatic: true, ordered: false, [count]: 4, condition })
      expect(await said<List>('Cem', 'GET', path)).toMatchObject({ automatic: true, [count]: 4, condition: null })
      expect(await idsOf('Cem', `${path}/${items}`)).toHaveLength(4)
      expect(await status('Ada', 'POST', `${path}/${items}`, { [named]: [first] })).toBe(400)
      const asked = { condition: { title: { operator: 'contains', value: 'brav' } } }
      const page = await said<{ data: { id: string }[]; total: number }>('Cem', 'POST', `${path}/${items}/list`, asked)
      expect(page).toMatchObject({ total: 1, data: [{ id: fourth }] })
      // Without its rule it becomes an empty manual list.
      expect(await said<List>('Ada', 'PATCH', path, { condition: null })).toMatchObject({
        automatic: false,
        [count]: 0,
      })
    })

    test(`${what} are deleted with their owner when private, and stay when shared`, async () => {
      const eva = await addUser(database.connection, `Eva ${list}`, { role: 'maintainer' })
      headers.Eva = await bearer(world.gated(), eva)
      const own = await make('Eva', `Own of Eva ${what}`, { visibility: 'private' })
      const open = await make('Eva', `Open of Eva ${what}`)
      await add('Eva', open.id, [first])
      await database.connection.write(tx => tx.query.deleteFrom('users').where('pk', '=', eva.pk).execute())
      const left = await database.connection.reader.query
        .selectFrom('curated_lists')
        .select(['id', 'owner_pk'])
        .where('id', 'in', [own.id, open.id])
        .execute()
      expect(left).toEqual([{ id: open.id, owner_pk: null }])
      expect(await said<List>('Bea', 'GET', `${list}/${open.id}`)).toMatchObject({ ownerName: null, [count]: 1 })
    })
  }

  test('names of people to share with are found by a part, for those who may share', async () => {
    const found = await said<{ users: { name: string }[] }>('Ada', 'GET', 'collections/people?q=BE')
    expect(found.users.map(({ name }) => name)).toContain('Bea')
    expect(found.users.map(({ name }) => name)).not.toContain('Ada')
    expect(await status('Bea', 'GET', 'collections/people')).toBe(403)
  })

  test('a privileged condition is refused in a rule of a shared list', async () => {
    const condition = { sharingTag: { operator: 'is', value: 'Secret' } }
    const answer = await ask('Root', 'POST', 'collections', { name: 'Guarded', condition })
    const details = { path: 'condition', reason: 'filter_private' }
    expect([answer.status, (await bodyOf<ErrorResponse>(answer)).details]).toEqual([400, details])
    expect(await status('Ada', 'POST', 'collections', { name: 'Guarded', condition, visibility: 'private' })).toBe(403)
    expect(await status('Root', 'POST', 'collections', { name: 'Guarded', condition, visibility: 'private' })).toBe(201)
  })
})
