// Every changing operation writes an audit entry, or has a reason not to. An administrator runs all of them, with
// requests built from the contract's schemas, so that none is forgotten.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { Paginated } from '@octavo/contract/paging'
import type { Route } from '@octavo/contract/route'
import { ROUTES } from '@octavo/contract/routes'
import { codeOf, stepAt } from '../../server/src/features/people/second-factor/totp.rules'
import { type Client, until } from '../kit/client'
import type { IdentityProvider } from '../kit/identity-provider'
import { temporaryFolder } from '../kit/paths'
import { openPostOffice, type PostOffice } from '../kit/post-office'
import { ADMIN } from '../kit/server'
import { accountActs } from './access/account-acts'
import { LEAVES } from './access/audit-table'
import { editActs } from './access/edit-acts'
import { type FileWorld, fileActs, loseFiles } from './access/file-acts'
import { komgaActs } from './access/komga-acts'
import { furnish, jsonInit, ownIds, type World } from './access/objects'
import { passkeyActs } from './access/passkey-acts'
import { makePerson, PASSWORD, type Person, signIn } from './access/people'
import { openKnownProvider, providerActs } from './access/provider-acts'
import { readingActs } from './access/reading-acts'
import { regroupActs } from './access/regroup-acts'
import { samplesOf } from './access/samples'
import { ENDS_SESSION, MORE } from './access/table'
import { allBooks } from './catalogue'
import { type Inhabited, startInhabited } from './people'

setDefaultTimeout(300_000)

const CHANGING = ROUTES.filter(({ method, reads }) => method !== 'get' && !reads)
const WHERE = { condition: { title: { operator: 'contains', value: 'e' } } }

/** Additional request values, so that it changes something. */
const BODIES: Readonly<Record<string, object>> = {
  ...MORE,
  configure_initial_settings: { skipConfiguration: false, settings: { 'application.name': 'First' } },
  bulk_update_settings: { updates: [{ key: 'application.name', value: 'Second' }] },
  update_task_control: { retention: { completedDays: 3, failedDays: 4 } },
  login: { username: 'some-auditor', password: PASSWORD },
  forgot_password: { email: 'some-auditor@example.org' },
  update_api_key: { name: 'Renamed' },
  update_sharing_tag: { description: 'Changed' },
  update_library: { name: 'Family, renamed' },
  komga_update_library: { name: 'Family, renamed again' },
  create_collection: { visibility: 'public' },
  create_readlist: { visibility: 'public' },
  import_readlist: { visibility: 'public', entries: [] },
  set_collection_sharing: { visibility: 'shared' },
  set_readlist_sharing: { visibility: 'shared' },
  reorder_collection_series: { seriesIds: [] },
  reorder_readlist_books: { bookIds: [] },
  create_filter_preset: { ...WHERE, shared: true },
  update_filter_preset: { ...WHERE, shared: true },
  patch_filter_preset: { shared: true },
  update_identity_provider: { displayName: 'Renamed' },
  patch_series: { title: 'Open, renamed' },
  patch_series_metadata: { summary: 'Some' },
  replace_series_metadata: { summary: 'Other' },
  bulk_patch_series_metadata: { publisher: 'Some' },
  update_metadata_locks: { imprint: true },
  bulk_update_series_locks: { status: true },
  patch_book: { title: 'Open 1, renamed' },
  patch_book_metadata: { summary: 'Some' },
  replace_book_metadata: { summary: 'Other' },
  bulk_patch_book_metadata: { publisher: 'Some' },
  update_book_metadata_locks: { imprintLock: true },
  bulk_update_book_locks: { yearLock: true },
  ignore_book_errors: { ignored: true },
  patch_job: { name: 'Renamed' },
  patch_schedule: { name: 'Renamed' },
  create_task: { taskType: { type: 'find_duplicates' } },
}
/** Of an hour long ago. */
const OLD_METRICS = `insert into task_metrics (task_type, hour, durations, minutes) values ('scan_library', 1, '', '')`
/** Purges of a library, in this order: the second one loses a book itself. */
const PURGES = new Map([
  ['purge_deleted_books', 2],
  ['komga_empty_trash', 2.5],
])
/** Operations that delete everything they find. */
const TAKES_AWAY = /^(purge_old_tasks|nuke_all_tasks|(trigger|nuke)_.*metrics.*|delete_orphans|clear_pdf_cache)$/
const PRESETS = '/api/v1/filter-presets'
/** The browser's address of the server. */
const ORIGIN = 'http://localhost'
/** Done about the book that cannot be read. */
const OF_BROKEN = /^(ignore_book_errors|retry_book_errors|trigger_book_unanalyzed_analysis)$/

describe('the audit log of every operation that changes something', () => {
  const folder = temporaryFolder('audit-trail')
  let office: PostOffice
  let octavo: Inhabited
  let world: World
  let person: Person
  let factored: Person
  let keyed: Person
  let linked: Person
  let broken: string
  let provider: string
  let refreshToken: string
  let presetId: string
  let atHome: IdentityProvider
  let files: FileWorld
  /** Requests that schemas cannot build. */
  let acts: Readonly<Record<string, () => Promise<Response>>>

  beforeAll(async () => {
    office = await openPostOffice()
    const mail = { OCTAVO_SMTP_URL: office.url, OCTAVO_SMTP_FROM: 'o@example.org', OCTAVO_BASE_URL: ORIGIN }
    octavo = await startInhabited({ database: 'sqlite', env: { ...mail, OCTAVO_LIBRARIES_DELETE_FILES: 'true' } })
    world = await furnish(octavo, folder.path)
    files = await loseFiles(octavo, folder.path)
    atHome = await openKnownProvider(octavo, ORIGIN)
    person = await makePerson(octavo, 'auditor', { role: 'admin' })
    factored = await makePerson(octavo, 'factored')
    keyed = await makePerson(octavo, 'keyed')
    linked = await makePerson(octavo, 'linked', { role: 'admin' })
    acts = {
      ...passkeyActs(octavo, keyed, ORIGIN),
      ...providerActs(octavo, linked, atHome),
      ...fileActs(octavo, person, files),
      ...editActs(octavo, person, world),
      ...regroupActs(octavo, person, world),
      ...readingActs(octavo, person, world),
      ...accountActs(person),
      ...komgaActs(octavo, person, world),
    }
    const libraries = await octavo.admin.get<{ data: readonly { id: string }[] }>('/api/v1/libraries')
    const scanningConfig = { enabled: true, scanMode: 'normal', writeBack: 'file' }
    for (const { id } of libraries.data) await octavo.admin.patch(`/api/v1/libraries/${id}`, { scanningConfig })
    const books = await allBooks(octavo.admin)
    broken = books.find(({ path }) => path.endsWith('Open broken.cbz'))?.id ?? ''
    const settings = { 'auth.registration_enabled': 'true', 'auth.email_confirmation': 'true' }
    for (const [key, value] of Object.entries(settings)) {
      await octavo.admin.put(`/api/v1/admin/settings/${key}`, { value })
    }
  })
  afterAll(async () => {
    await octavo?.stop()
    await atHome?.close()
    await office?.close()
    folder.remove()
  })

  const entries = async (query = '') =>
    (await octavo.admin.get<Paginated<AuditEntryDto>>(`/api/v1/audit?pageSize=100${query}`)).data

  test('names every operation once, and nothing else', () => {
    expect(Object.keys(LEAVES).sort()).toEqual(CHANGING.map(({ id }) => id).sort())
  })

  test('has who set the server up', async () => {
    const [first, ...rest] = (await entries()).toReversed()
    expect([first?.action, first?.subjectName, rest[0]?.action]).toEqual(['user_created', ADMIN.username, 'signed_in'])
  })

  test('has what each of them did, and nothing of those that have a reason', async () => {
    const wrong: string[] = []
    const rank = ({ id, method }: Route) =>
      ENDS_SESSION.test(id) ? 3 : (PURGES.get(id) ?? (method === 'delete' ? 1 : 0))
    for (const route of CHANGING.toSorted((a, b) => rank(a) - rank(b))) {
      const leaves = LEAVES[route.id]
      if (!leaves || (typeof leaves === 'object' && 'once' in leaves)) continue
      await prepare(route)
      const before = (await entries())[0]?.id
      // Entries written before this operation.
      const since = async () => {
        const all = await entries()
        const at = all.findIndex(({ id }) => id === before)
        return all.slice(0, at < 0 ? all.length : at)
      }
      const action = typeof leaves === 'string' ? leaves : null
      const answer = await perform(route)
      if (!answer?.ok) {
        wrong.push(answer ? `${route.id} answered ${answer.status} ${await answer.text()}` : `${route.id} was not done`)
        continue
      }
      // E-mails are sent after the answer, with their entries.
      const own = async () => (await since()).filter(entry => entry.user !== ADMIN.username)
      const found = action === 'password_reset_requested' ? await until(own, some => some.length > 0) : await own()
      const actions = found.map(entry => entry.action)
      const isRight = action ? actions.includes(action) : actions.length === 0
      if (!isRight) wrong.push(`${route.id} left ${actions.join(', ') || 'nothing'}, not ${action ?? 'nothing'}`)
    }
    expect(wrong).toEqual([])
  })

  test('has nothing of what found nothing to take away', async () => {
    const as = await signIn(octavo, person.user.username)
    for (const { id, method, path } of CHANGING.filter(({ id }) => TAKES_AWAY.test(id))) {
      const ask = async () => (await as.fetch(path, { method: method.toUpperCase() })).status
      await ask()
      const before = (await entries())[0]?.id
      expect([id, await ask(), (await entries())[0]?.id]).toEqual([id, 200, before])
    }
  })

  test('contains actions of the last moment before a stop, and e-mails are sent', async () => {
    const { username, email } = person.user
    const wrong = { username, password: 'not it' }
    const letters = () => office.letters.filter(({ to }) => to.includes(email))
    const resets = () => letters().filter(({ text }) => text.includes('/reset-password'))
    const before = resets().length
    expect((await octavo.anonymous.fetch('/api/v1/auth/forgot-password', jsonInit({ email }))).status).toBe(200)
    expect((await octavo.anonymous.fetch('/api/v1/auth/login', jsonInit(wrong))).status).toBe(401)
    await octavo.restart()
    const left = await entries(`&subjectId=${person.user.id}`)
    expect(
      left
        .map(entry => entry.action)
        .slice(0, 2)
        .sort(),
    ).toEqual(['password_reset_requested', 'sign_in_failed'])
    expect(resets()).toHaveLength(before + 1)
  })

  const totp = '/api/v1/user/second-factor/totp'

  async function confirmTotp(): Promise<Response> {
    const { secret } = await factored.as.post<{ secret: string }>(totp, { password: PASSWORD })
    const code = codeOf(fromBase32(secret), stepAt(Date.now()))
    return factored.as.fetch(`${totp}/confirm`, jsonInit({ code }))
  }

  /** Runs an operation so that it succeeds; null if it has no possible subject. */
  async function perform(route: Route): Promise<Response | null> {
    const { anonymous, admin } = octavo
    const act = acts[route.id]
    if (act) return act()
    const send = (who: Client, path: string, body: object) => who.fetch(path, jsonInit(body))
    const form = (name: string) => ({ username: name, email: `${name}@example.org`, password: PASSWORD })
    const token = async (address: string, page: string) => {
      const [letter] = await office.lettersTo(address, 1)
      return new RegExp(`${page}#([\\w-]{43})`).exec(letter?.text ?? '')?.[1] ?? ''
    }
    switch (route.id) {
      case 'register':
        return send(anonymous, '/api/v1/auth/register', form('newcomer'))
      case 'verify_email':
        return send(anonymous, '/api/v1/auth/verify-email', {
          token: await token('newcomer@example.org', 'verify-email'),
        })
      case 'refresh':
        return send(anonymous, '/api/v1/auth/refresh', { refreshToken })
      case 'revoke_user_sessions':
        return person.as.fetch(`/api/v1/users/${keyed.user.id}/sessions`, { method: 'DELETE' })
      case 'delete_filter_preset':
        return person.as.fetch(`${PRESETS}/${presetId}`, { method: 'DELETE' })
      case 'restore_filter_preset':
        return person.as.fetch(`${PRESETS}/${presetId}/restore`, { method: 'POST' })
      case 'reset_password': {
        const link = await admin.post<{ token: string }>(`/api/v1/users/${world.open.user}/reset-link`)
        return send(anonymous, '/api/v1/auth/reset-password', { token: link.token, password: PASSWORD })
      }
      case 'confirm_totp':
        return confirmTotp()
      case 'renew_recovery_codes':
        return send(factored.as, '/api/v1/user/second-factor/recovery-codes', { password: PASSWORD })
      case 'remove_totp':
        return send(factored.as, `${totp}/remove`, { password: PASSWORD })
      case 'create_identity_provider':
      case 'update_identity_provider':
      case 'delete_identity_provider': {
        const made = route.id === 'create_identity_provider'
        const [sample] = samplesOf({ ...route, path: route.path.replace('{provider}', provider) }, BODIES[route.id])
        const { path, body } = sample?.request([]) ?? { path: '', body: null }
        if (made) provider = JSON.parse(body ?? '{}').name
        return person.as.fetch(path, jsonInit(body ?? '{}', route.method.toUpperCase()))
      }
      case 'verify_backup':
      case 'delete_backup': {
        const name = 'octavo-20260101-000000'
        leaveFile(`backups/${name}`, 'manifest.json')
        return person.as.fetch(route.path.replace('{backup_name}', name), { method: route.method.toUpperCase() })
      }
      case 'delete_series_duplicate_group':
        return person.as.fetch(`/api/v1/duplicates/series/${world.hidden['series duplicate']}`, { method: 'DELETE' })
      case 'restore_series_duplicate_group': {
        const id = world.hidden['series duplicate']
        await octavo.execute(`update duplicates set dismissed = true where id = '${id}'`)
        return person.as.fetch(`/api/v1/duplicates/series/${id}/restore`, { method: 'POST' })
      }
    }
    const [sample] = samplesOf(route, BODIES[route.id])
    const ids = sample && (await ownIds(octavo, world, person, sample))
    if (!sample || !ids) return null
    const of = sample.slots.map(({ kind }, at) =>
      kind === 'book' && OF_BROKEN.test(route.id) ? broken : (ids[at] ?? ''),
    )
    if (route.id === 'retry_task') await octavo.execute(`update tasks set status = 'failed' where id = '${of[0]}'`)
    if (route.id === 'restore_duplicate_group') {
      await octavo.execute(`update duplicates set dismissed = true where id = '${of[0]}'`)
    }
    const as = ENDS_SESSION.test(route.id) ? await signIn(octavo, person.user.username) : person.as
    const { path, body } = sample.request(of)
    const method = route.method.toUpperCase()
    return as.fetch(path, body === null ? { method } : jsonInit(body.replace('%folder%', world.emptyFolder()), method))
  }

  /** Makes sure that there is something to do. */
  async function prepare({ id }: Route): Promise<void> {
    const { admin } = octavo
    const asked = LEAVES[id]
    // No equal task is pending.
    if (asked === 'task_requested' || asked === 'schedule_run' || /^(trigger|cancel)_.*scan$/.test(id)) {
      await admin.delete('/api/v1/tasks/nuke')
    }
    if (id === 'cancel_scan') await admin.post(`/api/v1/libraries/${world.familyId}/scan`)
    if (id === 'retry_all_book_errors') await admin.put(`/api/v1/books/${broken}/errors/ignored`, { ignored: false })
    if (id === 'renew_recovery_codes') await confirmTotp()
    if (id === 'purge_old_tasks') {
      const { taskId } = await admin.post<{ taskId: string }>('/api/v1/tasks', BODIES.create_task)
      await admin.post(`/api/v1/tasks/${taskId}/cancel`)
      await octavo.execute(`update tasks set completed_at = 1 where id = '${taskId}'`)
    }
    if (id === 'refresh') {
      const body = { username: factored.user.username, password: PASSWORD }
      refreshToken = (await octavo.anonymous.post<{ refreshToken: string }>('/api/v1/auth/login', body)).refreshToken
    }
    if (id === 'revoke_user_sessions') await signIn(octavo, keyed.user.username)
    if (id === 'rename_passkey') await acts.add_passkey?.()
    if (/^(delete|restore)_filter_preset$/.test(id)) {
      const shared = { ...WHERE, name: id, scope: 'list', target: 'series', shared: true }
      presetId = (await person.as.post<{ id: string }>(PRESETS, shared)).id
      if (id === 'restore_filter_preset') await person.as.delete(`${PRESETS}/${presetId}`)
    }
    if (id === 'trigger_metrics_cleanup' || id === 'nuke_task_metrics') await octavo.execute(OLD_METRICS)
    if (id === 'clear_pdf_cache') leaveFile('cache/pages', 'made-before.webp')
    if (id === 'delete_orphans') leaveFile('cache/drafts', 'left-behind.part')
  }

  /** A file of the server's own that was written long ago. */
  function leaveFile(where: string, name: string): void {
    mkdirSync(join(octavo.dataDir, where), { recursive: true })
    writeFileSync(join(octavo.dataDir, where, name), 'some bytes')
    utimesSync(join(octavo.dataDir, where, name), 1, 1)
  }
})

/** RFC 4648, 6. */
function fromBase32(text: string): Uint8Array {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2))
}
