import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { AUDIT_SUBJECTS, type AuditAction, AuditEntryDto } from '@octavo/contract/audit'
import type { Paginated } from '@octavo/contract/paging'
import { addUser, bearer, createGatedApp, type GatedApp, type TestUser } from '../../../../../tests/kit/gated-app'
import type { Write } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { newId } from '../../../kernel/ids'
import { inScope } from '../../../kernel/request-scope'
import { deleteActs, recordAct, type Subject } from '../../../platform/audit-log'
import { auditRoutes } from './audit.routes'
import { pruneAuditExcess } from './prune-audit'

setDefaultTimeout(60_000)

forEachDatabase('the audit log', database => {
  let gated: GatedApp
  let ada: TestUser
  let bea: TestUser
  let asAda: Record<string, string>
  const tag = newId()
  const at = (day: number) => Date.UTC(2026, 0, day)
  const write: Write = (work, options) => database.connection.write(work, options)

  beforeAll(async () => {
    const { reader } = database.connection
    gated = createGatedApp(database.connection, { declare: binder => auditRoutes(binder, { reader }) })
    ada = await addUser(database.connection, 'Ada', { role: 'admin' })
    bea = await addUser(database.connection, 'Bea')
    asAda = await bearer(gated, ada)
    await inScope({ requestId: 'r', address: '203.0.113.9' }, () =>
      write(async tx => {
        const by = (user: TestUser) => ({ userPk: user.pk })
        await recordAct(
          tx,
          by(ada),
          'sharing_tag_created',
          { kind: 'sharing_tag', id: tag, name: '100% gore' },
          { now: at(1) },
        )
        await recordAct(
          tx,
          by(bea),
          'signed_in',
          { kind: 'user', id: bea.id, name: 'Bea' },
          { now: at(2), details: { with: 'password' } },
        )
      }),
    )
    await write(tx =>
      recordAct(
        tx,
        null,
        'sign_in_failed',
        { kind: 'user', id: null, name: 'nobody' },
        { now: at(3), failed: 'wrong' },
      ),
    )
  })

  const ask = async (query: string) => {
    const answer = await gated.ask('GET', `/api/v1/audit?${query}`, { headers: asAda })
    expect(answer.status).toBe(200)
    const page = (await answer.json()) as Paginated<AuditEntryDto>
    return { ...page, data: page.data.map(entry => AuditEntryDto.parse(entry)) }
  }
  const actions = async (query: string) => (await ask(query)).data.map(entry => entry.action)

  test('has who did what, when and from where, the last first', async () => {
    const { data, total } = await ask('')
    expect(total).toBe(3)
    expect(data).toMatchObject([
      {
        ...{ action: 'sign_in_failed', outcome: 'failed', message: 'wrong', user: null, userId: null, address: null },
        ...{
          subjectKind: 'user',
          subjectId: null,
          subjectName: 'nobody',
          subjectExists: false,
          libraryId: null,
          libraryName: null,
        },
      },
      {
        ...{ action: 'signed_in', outcome: 'done', user: 'Bea', userId: bea.id, address: '203.0.113.9' },
        ...{ subjectId: bea.id, subjectExists: true, details: { with: 'password' }, at: '2026-01-02T00:00:00.000Z' },
      },
      {
        action: 'sharing_tag_created',
        user: 'Ada',
        userId: ada.id,
        subjectId: tag,
        subjectName: '100% gore',
        subjectExists: false,
      },
    ])
  })

  test('is filtered by each of them, and paged', async () => {
    expect(await actions('action=signed_in,sign_in_failed')).toEqual(['sign_in_failed', 'signed_in'])
    expect(await actions(`userId=${bea.id}`)).toEqual(['signed_in'])
    expect(await actions(`subjectId=${tag.toUpperCase()}`)).toEqual(['sharing_tag_created'])
    expect(await actions('subjectKind=user&outcome=done')).toEqual(['signed_in'])
    expect(await actions('from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z')).toEqual(['signed_in'])
    expect(await actions('q=BEA')).toEqual(['signed_in'])
    expect(await actions('q=0%25')).toEqual(['sharing_tag_created'])
    expect(await actions('q=_obody')).toEqual([])
    expect(await actions('q=203.0.113')).toEqual(['signed_in', 'sharing_tag_created'])
    expect(await ask('page=2&pageSize=2')).toMatchObject({
      total: 3,
      totalPages: 2,
      data: [{ action: 'sharing_tag_created' }],
    })
  })

  test('is for administrators, and refuses unknown parameters', async () => {
    const status = async (query: string, headers = asAda) =>
      (await gated.ask('GET', `/api/v1/audit?${query}`, { headers })).status
    expect(await status('', await bearer(gated, bea))).toBe(403)
    expect(await status('', {})).toBe(401)
    for (const query of [
      'action=everything',
      'action=',
      'userId=7',
      'personId=7',
      'from=yesterday',
      'outcome=maybe',
      `q=${'x'.repeat(201)}`,
    ]) {
      expect([query, await status(query)]).toEqual([query, 400])
    }
  })

  test('is not written when the change is rolled back', async () => {
    const failing = write(async tx => {
      await recordAct(tx, { userPk: ada.pk }, 'user_deleted', { kind: 'user', id: bea.id, name: 'Bea' }, { now: at(4) })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await actions('action=user_deleted')).toEqual([])
  })

  test('deletes entries past the retention time in batches, but none that are in progress', async () => {
    await write(tx =>
      tx.query.updateTable('audit_log').set({ outcome: 'begun' }).where('action', '=', 'signed_in').execute(),
    )
    expect(await write(tx => deleteActs(tx, at(3) + 1, 1))).toBe(1)
    expect(await write(tx => deleteActs(tx, at(3) + 1, 10))).toBe(1)
    expect(await actions('')).toEqual(['signed_in'])
  })

  test('loses the oldest entries of a person with too many, a part at a time, and nobody else’s', async () => {
    const { reader } = database.connection
    const by = async (user: TestUser, count: number) => {
      for (let day = 10; day < 10 + count; day++) {
        const subject = { kind: 'user', id: newId(), name: `day ${day}` } as const
        await write(tx => recordAct(tx, { userPk: user.pk }, 'user_created', subject, { now: at(day) }))
      }
    }
    await by(ada, 5)
    await by(bea, 2)
    const prune = await pruneAuditExcess(reader, 3)(new AbortController().signal)
    expect([
      await write(tx => prune(tx, 1)),
      await write(tx => prune(tx, 10)),
      await write(tx => prune(tx, 10)),
    ]).toEqual([1, 1, 0])
    const left = (await ask('action=user_created')).data.map(({ subjectName }) => subjectName)
    expect(left).toEqual(['day 11', 'day 10', 'day 14', 'day 13', 'day 12'])
    await write(tx => tx.query.deleteFrom('audit_log').where('action', '=', 'user_created').execute())
  })

  test('finds entries by and about somebody, and marks whether each subject still exists', async () => {
    const record = (action: AuditAction, subject: Subject) =>
      write(tx => recordAct(tx, { userPk: ada.pk }, action, subject, { now: at(5) }))
    await record('user_changed', { kind: 'user', id: bea.id, name: 'Bea' })
    expect(await actions(`personId=${bea.id.toUpperCase()}`)).toEqual(['user_changed', 'signed_in'])
    expect(await actions(`personId=${ada.id}`)).toEqual(['user_changed'])
    for (const kind of AUDIT_SUBJECTS) await record('settings_changed', { kind, id: newId(), name: kind })
    const { data } = await ask('action=settings_changed')
    expect(data).toHaveLength(AUDIT_SUBJECTS.length)
    expect(data.filter(one => one.subjectExists).map(one => one.subjectKind)).toEqual(['setting'])
    expect((await ask('action=user_changed')).data).toMatchObject([{ subjectName: 'Bea', subjectExists: true }])
  })
})
