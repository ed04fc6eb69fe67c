import { newId } from '../../../kernel/ids'

/** Reading as estimated from consecutive places: for apps that save places but do not measure. */
export interface Sitting {
  /** Of its row in the log. */
  readonly id: string
  readonly device: string
  readonly startedAt: number
  readonly endedAt: number
  readonly ms: number
  readonly pages: number
  /** The logged part; null if it is not logged. */
  readonly logged: Pick<Sitting, 'ms' | 'pages'> | null
}

/** An accepted place, and the previous one. */
export interface Step {
  readonly device: string
  readonly at: number
  /** Null if the book was unread. */
  readonly fromPage: number | null
  readonly toPage: number
  readonly jumped: boolean
  readonly completed: boolean
}

/** After a longer pause a new sitting begins: the time in between is unknown. */
const PAUSE_MS = 5 * 60_000
/** Minimum interval between writes to the log. */
const LOG_EVERY_MS = 60_000

/** The sitting after a step, and those to be logged: also a finished one that is not fully logged. */
export function sittingAfter(
  known: Sitting | null,
  step: Step,
): { readonly sitting: Sitting; readonly toLog: readonly Sitting[] } {
  const { device, at, fromPage, toPage, jumped, completed } = step
  const turned = jumped ? 0 : Math.max(0, toPage - (fromPage ?? toPage))
  const pause = known === null || known.device !== device ? Number.NaN : at - known.endedAt
  const goesOn = known !== null && pause >= 0 && pause <= PAUSE_MS
  const sitting: Sitting = goesOn
    ? { ...known, endedAt: at, ms: known.ms + pause, pages: known.pages + turned }
    : { id: newId(), device, startedAt: at, endedAt: at, ms: 0, pages: turned, logged: null }
  const toLog = [...(known && !goesOn && isMore(known) ? [known] : []), ...(isDue(sitting, completed) ? [sitting] : [])]
  return { sitting: toLog.includes(sitting) ? logged(sitting) : sitting, toLog }
}

function isDue(sitting: Sitting, completed: boolean): boolean {
  if (!isMore(sitting)) return false
  return completed || sitting.logged === null || sitting.ms - sitting.logged.ms >= LOG_EVERY_MS
}

/** Whether there is unlogged reading: opening a book alone does not count. */
function isMore({ ms, pages, logged }: Sitting): boolean {
  return ms > (logged?.ms ?? 0) || pages > (logged?.pages ?? 0)
}

function logged(sitting: Sitting): Sitting {
  return { ...sitting, logged: { ms: sitting.ms, pages: sitting.pages } }
}
