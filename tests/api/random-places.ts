// Random histories of one reader's devices, to check that no place is lost and no old one returns.
import type { Random } from '../long/harness/random'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Devices read, and their reports are delivered; reported times are `trueAt + clock`. */
export interface Device {
  readonly name: string
  /** Offset of its clock in milliseconds; null if it sends no time. */
  readonly clock: number | null
}

export interface Delivery {
  readonly device: Device
  /** All pages of a history are different and unordered: a page identifies a reading. */
  readonly page: number
  readonly trueAt: number
  readonly arrival: number
  readonly deliberate: boolean
  /** A repeated delivery. */
  readonly again: boolean
}

/** Events of a reader's book, by arrival at the server. */
export type Step =
  | { readonly kind: 'delivery'; readonly arrival: number; readonly delivery: Delivery }
  | { readonly kind: 'unread' | 'undo'; readonly arrival: number }

export const PROMPT_MS = 500
const BEGIN = Date.UTC(2026, 5, 1)
const READINGS = 18

export function randomHistory(random: Random): readonly Step[] {
  const wrong = () => 10 * SECOND + random.whole(10 * HOUR)
  const devices: readonly Device[] = [
    { name: 'phone', clock: random.whole(2 * SECOND) - SECOND },
    { name: 'tablet', clock: random.whole(2 * SECOND) - SECOND },
    { name: 'ahead', clock: wrong() },
    { name: 'slow', clock: -wrong() },
    { name: 'timeless', clock: null },
  ]
  const steps: Step[] = []
  const heard = new Set<Device>()
  let now = BEGIN
  const unread = new Set(Array.from({ length: READINGS }, (_, n) => 1 + 2 * n))
  while (unread.size > 0) {
    const page = random.pick([...unread])
    unread.delete(page)
    now += random.pick([2 * SECOND, 10 * SECOND + random.whole(20 * MINUTE), 4 * HOUR])
    const chance = random.next()
    if (chance < 0.04) steps.push({ kind: 'unread', arrival: now })
    else if (chance < 0.1) steps.push({ kind: 'undo', arrival: now })
    else {
      const device = random.pick(devices)
      // A device's clock is known once the server has received an undelayed report.
      const isPrompt = device.clock === null || !heard.has(device) || random.next() < 0.6
      heard.add(device)
      const reading = { device, page, trueAt: now, deliberate: random.next() < 0.2 }
      const arrival = arrivalOf(reading, now + random.whole(PROMPT_MS) + (isPrompt ? 0 : random.whole(3 * HOUR)))
      steps.push({ kind: 'delivery', arrival, delivery: { ...reading, arrival, again: false } })
      for (let copies = device.clock === null ? 0 : random.pick([0, 0, 0, 1, 2]); copies > 0; copies--) {
        const later = arrivalOf(reading, arrival + 1 + random.whole(2 * HOUR))
        steps.push({ kind: 'delivery', arrival: later, delivery: { ...reading, arrival: later, again: true } })
      }
    }
  }
  return steps.toSorted((a, b) => a.arrival - b.arrival)
}

/** A clock that was hours ahead and is right now has been corrected: no late report may look like that. */
function arrivalOf({ device, trueAt }: { device: Device; trueAt: number }, arrival: number): number {
  const said = trueAt + (device.clock ?? 0)
  return device.name === 'ahead' && Math.abs(said - arrival) <= 6 * SECOND ? arrival + 20 * SECOND : arrival
}

/** The reader's place: from a delivery, or none. */
export interface Shown {
  readonly page: number | null
  readonly trueAt: number
  readonly device: Device | null
}

/** The place before the last jump; null if there was none. */
interface Belief {
  readonly previous: Shown | null
  readonly jumped: boolean
}

const PAGE_TURN = 3

/** The expectation of a simple model for each step. `after` is the server's page afterwards. */
export function createModel() {
  let shown: Shown = { page: null, trueAt: Number.NEGATIVE_INFINITY, device: null }
  let newest = Number.NEGATIVE_INFINITY
  /** Possible targets of an undo. Clocks alone do not tell whether many pages were read or skipped. */
  let beliefs: readonly Belief[] = [{ previous: null, jumped: false }]
  const known = new Set<Device>()

  function left(to: number | null, deliberate: boolean): void {
    const pages = to === null || shown.page === null ? 0 : to - shown.page
    const jump = ({ previous, jumped }: Belief) => ({ previous: jumped ? previous : shown, jumped: true })
    const readOn = ({ previous }: Belief) => ({ previous, jumped: false })
    const isJump = deliberate || pages < -PAGE_TURN
    const isEither = !isJump && pages > PAGE_TURN
    beliefs = [...(isJump || isEither ? beliefs.map(jump) : []), ...(isJump ? [] : beliefs.map(readOn))]
  }

  /** How much older than the replaced place a reading may be: within the tolerance of clocks. */
  function allowance({ device, deliberate }: Delivery): number {
    if (device === shown.device && device.clock !== null) return 0
    // The first report of a slow clock looks late, so its reports look older than they are.
    const unknownClock = shown.device !== null && (shown.device.clock ?? 0) < -SECOND && !known.has(shown.device)
    if (unknownClock) return Number.POSITIVE_INFINITY
    return (deliberate ? 10 * MINUTE : 5 * SECOND) + 4 * SECOND
  }

  /** Whether it must be accepted: it is the newest, and only a slow clock could make it look otherwise. */
  function mustWin({ device, trueAt, arrival, deliberate }: Delivery): boolean {
    // Of two that two servers hear of at once, the older one may be second.
    const isPrompt = arrival - trueAt <= PROMPT_MS && trueAt >= newest
    if (device.clock !== null && device.clock < -SECOND) {
      if (deliberate && device.clock > -9 * MINUTE) return isPrompt
      return isPrompt && device === shown.device && known.has(device)
    }
    return isPrompt || trueAt > newest + 12 * SECOND
  }

  return {
    /** Null if everything is as expected. */
    delivered(delivery: Delivery, after: number | null): string | null {
      const { device, page, trueAt, deliberate, again } = delivery
      const isTaken = after === page
      if (!isTaken && after !== shown.page) return `page ${after} came from nowhere`
      if (again && isTaken && shown.page !== page && trueAt < shown.trueAt)
        return `a report of page ${page} that came again was taken`
      if (!again && !isTaken && mustWin(delivery)) return `page ${page} of ${device.name} was lost`
      if (!isTaken || shown.page === page) return null
      if (trueAt < shown.trueAt - allowance(delivery))
        return `page ${page} of ${device.name} was read before ${shown.page}`
      left(page, deliberate)
      if (shown.device === device) known.add(device)
      shown = { page, trueAt, device }
      newest = Math.max(newest, trueAt)
      return null
    },
    marked(arrival: number): void {
      if (shown.page === null) return
      beliefs = [{ previous: shown, jumped: false }]
      shown = { page: null, trueAt: arrival, device: null }
      newest = Math.max(newest, arrival)
    },
    undone(arrival: number, after: number | null): string | null {
      const right = beliefs.filter(({ previous }) => (previous ?? shown).page === after)
      if (right.length === 0)
        return `an undo led to page ${after} instead of ${beliefs.map(each => each.previous?.page)}`
      beliefs = right
      if (after === shown.page) return null
      const from = shown
      shown = { page: after, trueAt: arrival, device: null }
      beliefs = [{ previous: from, jumped: false }]
      newest = Math.max(newest, arrival)
      return null
    },
  }
}
