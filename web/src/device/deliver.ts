import { MARK_LIMITS } from '@octavo/contract/mark-limits'
import { ApiError, api } from '../api/client'
import { isReachable, whenBack } from '../api/connection'
import { queryClient } from '../api/query-client'
import { queryKeys } from '../api/query-keys'
import { afterSending, retryPause } from '../reader/progress/place.rules'
import { placeStore } from '../reader/progress/place-store'
import { sendPlace } from '../reader/progress/progress-api'
import { sendSessions } from '../reader/progress/session-queue'
import { isWaiting, type MarkEntry, type PlaceEntry, type Refusal, refusalFrom, refusalOfMark } from './unsent.rules'
import { browserTable } from './unsent-table'

const MOST_PLACES = 1000

const open = new Set<string>()
let running: { readonly userId: string; readonly stop: () => void } | null = null
let underway: Promise<void> | null = null
/** Consecutive deliveries in which nothing got through; resets when another person signs in. */
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Something of the current delivery was refused. */
let refusals = false
const reporters = new Set<() => void>()

/** An open reader sends its own book's places. */
export function openInReader(bookId: string): () => void {
  open.add(bookId)
  return () => open.delete(bookId)
}

/** Called after a delivery in which the server refused something. */
export function onRefused(reporter: () => void): () => void {
  reporters.add(reporter)
  return () => reporters.delete(reporter)
}

/** Sends this person's unsent entries on this device: now, and whenever the server is back. */
export function deliverFor(userId: string): void {
  if (running?.userId === userId) return void deliver(userId)
  running?.stop()
  failures = 0
  const stop = whenBack(() => void deliver(userId))
  running = { userId, stop }
  void deliver(userId).then(() => forgetSentPlaces(userId, MOST_PLACES))
}

/** Sends all pending entries sequentially; resolves when all are sent, or the server does not answer. */
export function deliver(userId: string): Promise<void> {
  const next = (underway ?? Promise.resolve()).then(() => alone(userId, () => sendAll(userId)))
  const settled = next
    .catch(() => undefined)
    .finally(() => {
      if (underway === settled) underway = null
    })
  underway = settled
  return settled
}

/** Tabs take turns, so that nothing is sent twice. */
function alone(userId: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(`octavo.unsent.${userId}`, work) : work()
}

async function sendAll(userId: string): Promise<void> {
  clearTimeout(timer)
  void sendSessions(userId)
  const waiting = (await browserTable.all(userId)).filter(isWaiting).sort((a, b) => a.savedAt - b.savedAt)
  const places = waiting.filter(entry => entry.kind === 'place').filter(({ id }) => !open.has(id))
  const marks = waiting.filter(entry => entry.kind === 'mark')
  if (places.length + marks.length === 0) return
  const failed: unknown[] = []
  try {
    if (!(await isSignedIn(userId))) return
    for (const entry of places) await unlessFailed(() => sendOnePlace(entry), failed)
    await sendNewMarks(userId, marks, failed)
    for (const entry of marks) if (entry.action !== 'create') await unlessFailed(() => sendMark(entry), failed)
    if (failed.length > 0) throw failed[0]
    failures = 0
  } catch (error) {
    // An entry that fails alone must not delay the next attempt of the others.
    const othersArrived = error === failed[0] && failed.length < places.length + marks.length
    failures = othersArrived ? 1 : failures + 1
    // The connection reports when the server is back; after a server error, a timer retries.
    if (isReachable()) timer = setTimeout(() => void deliver(userId), retryPause(failures) * (0.75 + Math.random() / 2))
  }
  if (refusals) for (const reporter of reporters) reporter()
  refusals = false
  if (marks.length > 0) await queryClient.invalidateQueries({ queryKey: queryKeys.marks })
  if (places.length > 0) await queryClient.invalidateQueries({ queryKey: queryKeys.books })
}

/** Nobody answers, is signed in, or has time: nothing else would arrive either. */
const STOPS_ALL: ReadonlySet<number> = new Set([0, 401, 408, 429, 502, 503, 504])

/** A server error about one entry must not block the others; it is retried with the next delivery. */
async function unlessFailed(send: () => Promise<void>, failed: unknown[]): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof ApiError) || STOPS_ALL.has(error.status)) throw error
    failed.push(error)
  }
}

/** Another user may have signed in in another tab: nothing is sent in their name. */
async function isSignedIn(userId: string): Promise<boolean> {
  const me = await api.get('/api/v1/auth/me', { anonymous: true, user: null })
  return me.id === userId && !me.seenBy
}

/**
 * The latest places stay after they were sent, for opening books offline; all are deleted when their owner signs out.
 */
export async function forgetSentPlaces(userId: string, most: number): Promise<void> {
  const sent = (await browserTable.all(userId)).filter(entry => entry.kind === 'place' && entry.sent)
  const old = sent.sort((a, b) => b.savedAt - a.savedAt).slice(most)
  for (const { id } of old) {
    await browserTable.change([userId, 'place', id], was => (was?.kind === 'place' && was.sent ? undefined : was))
  }
}

async function sendOnePlace({ userId, id, unsent }: PlaceEntry): Promise<void> {
  const store = placeStore(browserTable, userId)
  const sent = await sendPlace(userId, id, unsent.place, unsent.savedAt, unsent.base, false)
  const outcome = afterSending(sent.status)
  if (outcome === 'again') throw new ApiError(sent.status, 'Again', 'Not now')
  if (outcome === 'sent') await store.sent(id, unsent.savedAt, sent.updatedAt)
  else if (outcome === 'outdated') await store.remove(id, unsent.savedAt)
  else {
    await store.refuse(id, unsent.savedAt, sent.refusal ?? { status: sent.status, message: '' })
    refusals = true
  }
}

async function sendNewMarks(userId: string, entries: readonly MarkEntry[], failed: unknown[]): Promise<void> {
  const made = entries.flatMap(entry => (entry.action === 'create' ? [entry] : []))
  for (let from = 0; from < made.length; from += MARK_LIMITS.atOnce) {
    const some = made.slice(from, from + MARK_LIMITS.atOnce)
    try {
      await sendTogether(userId, some)
    } catch (error) {
      if (!(error instanceof ApiError) || STOPS_ALL.has(error.status)) throw error
      // One of them makes the request invalid: each is sent separately.
      if (some.length > 1) for (const entry of some) await sendNewMarks(userId, [entry], failed)
      else if (afterSending(error.status) === 'refused')
        for (const entry of some) await refuse(entry, refusalFrom(error))
      else failed.push(error)
    }
  }
}

type NewMark = Extract<MarkEntry, { readonly action: 'create' }>

async function sendTogether(userId: string, some: readonly NewMark[]): Promise<void> {
  const marks = some.map(({ id, bookId, mark, savedAt }) => ({
    ...mark,
    id,
    bookId,
    updatedAt: mark.updatedAt ?? new Date(savedAt).toISOString(),
  }))
  const { accepted, rejected } = await api.post('/api/v1/marks/batch', { body: { marks }, user: userId })
  const done = new Set(accepted)
  const refused = new Map(rejected.map(each => [each.id, each]))
  for (const entry of some) {
    const refusal = refused.get(entry.id)
    // A newer change, or a deletion, on another device wins.
    if (done.has(entry.id) || refusal?.reason === 'outdated' || refusal?.reason === 'deleted') await forget(entry)
    else if (refusal) await refuse(entry, refusalOfMark(refusal))
  }
}

async function sendMark(entry: MarkEntry): Promise<void> {
  const params = { mark_id: entry.id }
  const user = entry.userId
  try {
    if (entry.action === 'delete') await api.delete('/api/v1/marks/{mark_id}', { params, user })
    else if (entry.action === 'change') await api.patch('/api/v1/marks/{mark_id}', { params, user, body: entry.change })
    await forget(entry)
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    const outcome = afterSending(status)
    if (outcome === 'again') throw error
    // It is gone, or was changed later.
    if (outcome === 'outdated' || (status === 404 && entry.action === 'delete')) await forget(entry)
    else await refuse(entry, error instanceof ApiError ? refusalFrom(error) : { status, message: '' })
  }
}

const keyOf = ({ userId, id }: MarkEntry) => [userId, 'mark', id] as const

/** Unless it was changed while it was being sent. */
function forget(entry: MarkEntry): Promise<void> {
  return browserTable.change(keyOf(entry), was => (was && was.savedAt > entry.savedAt ? was : undefined))
}

async function refuse(entry: MarkEntry, refusal: Refusal): Promise<void> {
  await browserTable.change(keyOf(entry), was => (was && was.savedAt <= entry.savedAt ? { ...was, refusal } : was))
  refusals = true
}
