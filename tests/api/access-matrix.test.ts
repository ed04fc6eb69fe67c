// A02: every operation for everybody, with objects that are their own, somebody else's, hidden and missing. Cells come
// from the table of routes and requests from the contract's schemas, so a new route is included automatically.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { PERMISSIONS } from '@octavo/contract/access'
import { type Route, scopeOf } from '@octavo/contract/route'
import { ROUTES } from '@octavo/contract/routes'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Answer, ask, saying } from './access/answers'
import { furnish, hiddenFrom, jsonInit, makeTag, ownIds, type World } from './access/objects'
import { makeKey, makePeople, makeRefused, mayCall, type Person, type Refused, signIn } from './access/people'
import { type Kind, type Sample, samplesOf } from './access/samples'
import {
  countsChanges,
  ENDS_SESSION,
  isOfWholeLibrary,
  isOutOfReach,
  looksAfterPeople,
  MORE,
  OWN_ANSWERS,
  removesNothingToo,
} from './access/table'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(600_000)

/** Streams never end; they have their own test. */
const isStream = ({ payload }: Route) => payload.kind === 'bytes' && payload.mediaTypes.includes('text/event-stream')
/** Parts of an ebook: the ticket in the address is the credential. */
const isByTicket = ({ path }: Route) => path.startsWith('/epub/')
/** Concurrent requests. */
const SIDE_BY_SIDE = 6

const missingStatus = (route: Route) => (removesNothingToo(route) ? route.status : 404)

const isRefusal = (status: number) => status === 401 || status === 403

const brief = ({ status, text, headers }: Answer) => `${status} ${text.slice(0, 200)} ${headers.slice(0, 60)}`

async function sideBySide<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all]
  const take = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await each(one)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, take))
}

for (const database of DATABASES) {
  describe(`A02: every operation on ${database}`, () => {
    const folder = temporaryFolder('access-matrix')
    let octavo: Inhabited
    let world: World
    let people: Person[]
    let refused: Refused[]
    let samples: Sample[]
    const counted: Record<string, number> = {}
    const wrong: string[] = []
    const count = (state: string, fault: string | null) => {
      counted[state] = (counted[state] ?? 0) + 1
      if (fault) wrong.push(fault)
    }
    const name = ({ route, slots }: Sample) => `${route.id} (${slots.map(slot => slot.name).join(', ')})`

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      world = await furnish(octavo, folder.path)
      people = await makePeople(octavo, [world.familyId, ...Object.values(world.spareLibraryIds)], world.secretTag)
      refused = await makeRefused(octavo)
      samples = ROUTES.filter(route => !isStream(route) && !isByTicket(route)).flatMap(route =>
        samplesOf(route, MORE[route.id]),
      )
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    /** The slots of a sample that get an id of one state at a time: each that has one, and all of them together. */
    function placesOf(sample: Sample, ids: Partial<Record<Kind, string>>): number[][] {
      const places = [...sample.slots.keys()].filter(index => ids[sample.slots[index]?.kind ?? 'unknown'])
      return places.length > 1 ? [...places.map(index => [index]), places] : [places].filter(all => all.length > 0)
    }

    /** Ids of a sample: those of one state in these places, visible ones in the others. */
    function idsWith(sample: Sample, places: readonly number[], idOf: (kind: Kind) => string | undefined): string[] {
      return sample.slots.map(
        ({ kind }, index) => (places.includes(index) ? idOf(kind) : undefined) ?? world.open[kind] ?? randomUUID(),
      )
    }

    test('lets in nobody who may not call it, whatever they ask for', async () => {
      await sideBySide(samples, async sample => {
        const { route, slots } = sample
        if (route.access === 'public') return
        const ids = slots.map(({ kind }) => world.hiddenWithLibrary[kind] ?? world.others[kind] ?? randomUUID())
        const outside = refused.filter(each => each.where?.(route) ?? true)
        const inside = people.filter(person => !mayCall(person, route))
        const all = [
          ...outside.map(each => ({ name: each.name, as: each.as(route), status: each.status as number })),
          ...inside.map(each => ({ name: each.name, as: each.as, status: 403 })),
        ]
        for (const { name: who, as, status } of all) {
          const answer = await ask(as, sample, ids)
          count('refused', answer.status === status ? null : `${who}: ${name(sample)} answered ${brief(answer)}`)
        }
      })
      expect(wrong).toEqual([])
    })

    test('answers for hidden items and those of others as for missing ones', async () => {
      const before = await contents()
      for (const person of people) {
        const compare = async (sample: Sample) => {
          if (sample.route.access === 'public' || !mayCall(person, sample.route)) return
          const isMissing = missingAnswers(person, sample)
          if (sample.slots.length > 0) {
            const { answer } = await isMissing([...sample.slots.keys()])
            const inPath = sample.slots.some(({ place }) => place === 'path')
            const isRight = inPath
              ? answer.status === missingStatus(sample.route)
              : answer.status < 500 && !isRefusal(answer.status)
            count('missing', isRight ? null : `${person.name}, missing: ${name(sample)} answered ${brief(answer)}`)
          }
          if (looksAfterPeople(person, sample)) return
          for (const [state, ids] of Object.entries({ hidden: hiddenFrom(person, world), others: world.others })) {
            for (const places of placesOf(sample, ids)) {
              await resetState(person, sample)
              const there = idsWith(sample, places, kind => ids[kind])
              const answer = await ask(person.as, sample, there)
              const expected = await isMissing(places)
              const inPath = places.some(index => sample.slots[index]?.place === 'path')
              const asked = places.map(index => there[index] ?? '')
              const same = saying(answer, asked) === expected.saying
              const isRight = same && (inPath ? answer.status === missingStatus(sample.route) : answer.status < 500)
              const found = `${brief(answer)}, of missing ${brief(expected.answer)}`
              count(state, isRight ? null : `${person.name}, ${state}: ${name(sample)} answered ${found}`)
            }
          }
        }
        await sideBySide(
          samples.filter(sample => !countsChanges(sample)),
          compare,
        )
        for (const sample of samples.filter(countsChanges)) await compare(sample)
      }
      expect(wrong).toEqual([])
      expect(await contents()).toEqual(before)
    })

    test('works for the user’s own items', async () => {
      // Last: operations that end a session or empty the queue.
      const rank = ({ route, slots }: Sample) => {
        if (ENDS_SESSION.test(route.id)) return slots.length === 0 ? 3 : 2
        return route.method === 'delete' ? 1 : 0
      }
      const inOrder = samples.toSorted((a, b) => rank(a) - rank(b))
      // All people run each operation at the same time, so that nobody removes what another one is about to request.
      for (const sample of inOrder) {
        const callers = people.filter(person => mayCall(person, sample.route) && isTold(person, sample))
        const changesTags = ['series', 'tag'].every(kind => sample.slots.some(slot => slot.kind === kind))
        if (!changesTags) await sideBySide(callers, person => tryOwn(person, sample))
        else for (const person of callers) await untilSeenAgain().then(() => tryOwn(person, sample))
      }
      expect(wrong).toEqual([])
    })

    test('lets an API key do what its scope is for, and nothing else', async () => {
      const everything = await makeKey(octavo, PERMISSIONS)
      const keys = new Map<string, { readonly only: Client; readonly allOthers: Client }>()
      for (const scope of PERMISSIONS) {
        const allOthers = await makeKey(
          octavo,
          PERMISSIONS.filter(each => each !== scope),
        )
        keys.set(scope, { only: await makeKey(octavo, [scope]), allOthers })
      }
      const guarded = samples.filter(({ route }) => scopeOf(route) !== 'public')
      const askMissing = (as: Client, sample: Sample) =>
        ask(
          as,
          sample,
          sample.slots.map(() => randomUUID()),
        )
      await sideBySide(guarded, async sample => {
        const scope = scopeOf(sample.route)
        const answer = await askMissing(keys.get(scope)?.allOthers ?? everything, sample)
        const fault = `key of all but ${scope}: ${name(sample)} answered ${brief(answer)}`
        count('key without the scope', answer.status === 403 ? null : fault)
      })
      for (const sample of guarded) {
        const scope = scopeOf(sample.route)
        const key = keys.get(scope)
        if (!key) continue
        const answer = await askMissing(key.only, sample)
        // Creating a user or key also grants access and permissions.
        const isForScope = answer.text.includes(`"permission":"${scope}"`) || answer.text.includes('session_needed')
        const isFine = answer.status < 500 || OWN_ANSWERS[sample.route.id]?.includes(answer.status)
        const isRight = isFine && answer.status !== 401 && !(answer.status === 403 && isForScope)
        count('key of the scope', isRight ? null : `key of ${scope}: ${name(sample)} answered ${brief(answer)}`)
      }
      expect(wrong).toEqual([])
    })

    /** Answers for missing ids in some places of a sample. Reads and refusals change nothing: each is requested once. */
    function missingAnswers(person: Person, sample: Sample) {
      const known = new Map<string, { readonly answer: Answer; readonly saying: string }>()
      return async (places: readonly number[]) => {
        const found = known.get(places.join())
        if (found && (found.answer.status >= 400 || sample.route.method === 'get')) return found
        await resetState(person, sample)
        const ids = idsWith(sample, places, () => randomUUID())
        const answer = await ask(person.as, sample, ids)
        const made = {
          answer,
          saying: saying(
            answer,
            places.map(index => ids[index] ?? ''),
          ),
        }
        known.set(places.join(), made)
        return made
      }
    }

    /** Restores shared state before an operation whose answer depends on it. */
    async function resetState({ as }: Person, sample: Sample): Promise<void> {
      if (!countsChanges(sample)) return
      if (sample.route.id === 'bulk_add_want_to_read') {
        await as.fetch(`/api/v1/want-to-read/series/${world.open.series}`, { method: 'DELETE' })
        await as.fetch(`/api/v1/want-to-read/books/${world.open.book}`, { method: 'DELETE' })
        return
      }
      const { path, body } = sample.request(sample.slots.map(({ kind }) => world.open[kind] ?? randomUUID()))
      // An edit locks its fields, so it is done once before; a mark is deleted again.
      const opposite = path.endsWith('/read') ? path.replace(/read$/, 'unread') : path.replace(/unread$/, 'read')
      await as.post(opposite, JSON.parse(body ?? '{}'))
    }

    /** Changing operations are run by staff who see everything, or whole libraries; others only read. */
    function isTold({ role, limit }: Person, { route }: Sample): boolean {
      return route.method === 'get' || role === 'reader' || limit === 'none' || limit === 'library'
    }

    /** A series with a new combination of tags is hidden from people limited by tags until limits are read again. */
    async function untilSeenAgain(): Promise<void> {
      for (const { as } of people.filter(({ limit }) => limit === 'tag')) {
        await until(
          () => as.fetch(`/api/v1/series/${world.open.series}`),
          ({ status }) => status === 200,
        )
      }
    }

    async function tryOwn(person: Person, sample: Sample): Promise<void> {
      const { route, slots } = sample
      const ids = await ownIds(octavo, world, person, sample)
      if (ids === null) return
      const as = ENDS_SESSION.test(route.id) ? await signIn(octavo, person.user.username) : person.as
      const filled = { ...sample, request: (all: readonly string[]) => withFolder(sample.request(all)) }
      const answer = await ask(as, filled, ids)
      const refusedAs = isOutOfReach(person, sample) ? [403] : isOfWholeLibrary(person, sample) ? [404] : null
      const right = refusedAs ?? OWN_ANSWERS[route.id] ?? [route.status, ...(route.also ?? [])]
      const isRight = right.includes(answer.status)
      count('own', isRight ? null : `${person.name}, own: ${name(sample)} answered ${brief(answer)}`)
      if (!looksAfterPeople(person, sample) || !slots.some(({ kind }) => kind === 'key')) return
      const { id } = await octavo.admin.post<{ id: string }>('/api/v1/api-keys', { name: 'other' })
      const others = await ask(as, sample, [id])
      // The administrator, who owns the key, sees more than a limited user.
      const expected = person.limit === 'none' || route.method === 'get' ? route.status : 403
      count('others', others.status === expected ? null : `${person.name}: ${name(sample)} ${brief(others)}`)
    }

    test('keeps every sharing tag that several people give a series at the same time', async () => {
      const { admin } = octavo
      const path = `/api/v1/series/${world.open.series}/sharing-tags`
      const ids: string[] = []
      for (let n = 0; n < 12; n++) ids.push(await makeTag(admin))
      await Promise.all(ids.map(sharingTagId => admin.fetch(path, jsonInit({ sharingTagId }))))
      const given = (await admin.get<{ id: string }[]>(path)).map(({ id }) => id)
      expect(ids.filter(id => !given.includes(id))).toEqual([])
    })

    test('has been asked in enough cells', () => {
      const sum = Object.values(counted).reduce((all, one) => all + one, 0)
      console.log(
        `  A02 ${database}: ${sum} cells of ${ROUTES.length} operations ${JSON.stringify(counted)}, ${wrong.length} wrong`,
      )
      expect(sum).toBeGreaterThan(ROUTES.length * 28)
    })

    const withFolder = ({ path, body }: { path: string; body: string | null }) => ({
      path,
      body: body?.includes('%folder%') ? body.replace('%folder%', world.emptyFolder()) : body,
    })

    /** State that must not be changed by attempts on hidden or foreign objects. */
    async function contents(): Promise<unknown> {
      const { admin } = octavo
      const { series, book, task, job, scan } = world.hiddenWithLibrary as Record<string, string>
      const paths = [
        `series/${series}/full`,
        `series/${series}/sharing-tags`,
        `series/${series}/alternate-titles`,
        `series/${series}/external-ids`,
        `series/${series}/external-links`,
        `books/${book}/external-ids`,
        `series/${series}/ratings/average`,
        `books/${book}/full`,
        `books/${book}/errors`,
        `tasks/${task}`,
        `libraries/${world.vaultId}`,
        `libraries/${world.vaultId}/jobs/${job}`,
        `libraries/${world.vaultId}/jobs`,
        `libraries/${world.vaultId}/scans/${scan}`,
        `duplicates`,
        `api-keys`,
        `filter-presets`,
      ]
      const all: unknown[] = []
      for (const path of paths) all.push(await admin.get(`/api/v1/${path}`))
      return all
    }
  })
}
