import { newId } from '../../../kernel/ids'

/** Reading as places tell of it that came one after the other: apps that only save places do not measure. */
export interface Sitting {
  /** Of its row in the log. */
  readonly id: string
  readonly device: string
  readonly startedAt: number
  readonly endedAt: number
  readonly ms: number
  readonly pages: number
  /** What of it the log has by now; null when it has nothing. */
  readonly logged: Pick<Sitting, 'ms' | 'pages'> | null
}

/** A place that was accepted, and the one before it. */
export interface Step {
  readonly device: string
  readonly at: number
  /** Null when the book was unread. */
  readonly fromPage: number | null
  readonly toPage: number
  readonly jumped: boolean
  readonly completed: boolean
}

/** After a longer pause a new sitting begins: nobody knows what happened in between. */
const PAUSE_MS = 5 * 60_000
/** The log is written once for so much time, not for every page. */
const LOG_EVERY_MS = 60_000

/** The sitting after a step, and those to be written to the log: a finished one too, if the log lacks part of it. */
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

/** Whether something was read that the log lacks: opening a book alone is not reading. */
function isMore({ ms, pages, logged }: Sitting): boolean {
  return ms > (logged?.ms ?? 0) || pages > (logged?.pages ?? 0)
}

function logged(sitting: Sitting): Sitting {
  return { ...sitting, logged: { ms: sitting.ms, pages: sitting.pages } }
}
