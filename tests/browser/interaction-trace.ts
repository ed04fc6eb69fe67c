import type { CDPSession, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly pid: number
  readonly tid: number
  readonly id2?: { readonly local?: string }
  readonly args?: {
    readonly name?: string
    readonly data?: { readonly interactionId?: number; readonly type?: string }
  }
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', '__metadata']
const RATE = process.argv.indexOf('--rate') + 1
/** Times slower. */
export const SLOWER = RATE > 0 ? Number(process.argv[RATE]) : 4
const INPUT = /^(pointer|mouse|key|click|beforeinput|input|change)/
const REFRESH_MS = 1000 / 60
/** Parts of the frame that are printed by name. */
const PARTS: Readonly<Record<string, string>> = {
  FireAnimationFrame: 'frame callbacks',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'pre-paint',
  Paint: 'paint',
  Layerize: 'layers',
  Commit: 'commit',
}

let session: Promise<CDPSession> | undefined

/** Begins to record. The function it returns ends that: how long the slowest answer takes, in ms of CPU. */
export async function cpuUntilPaint(page: Page): Promise<() => Promise<{ ms: number; parts: string }>> {
  session ??= page.context().browser()?.newBrowserCDPSession()
  const devtools = await session
  if (!devtools) throw new Error('No browser')
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  return async () => {
    const complete = new Promise<void>(done => devtools.once('Tracing.tracingComplete', () => done()))
    await devtools.send('Tracing.end')
    await complete
    devtools.off('Tracing.dataCollected', collect)
    return slowest(events)
  }
}

/** The longest answer among the interactions of a trace. */
function slowest(events: readonly TraceEvent[]): { ms: number; parts: string } {
  const timings = events.filter(({ name }) => name === 'EventTiming')
  const answers = timings
    .filter(({ ph, args }) => ph === 'b' && args?.data?.interactionId)
    .map(begin => {
      const end = timings.find(({ ph, id2, ts }) => ph === 'e' && id2?.local === begin.id2?.local && ts >= begin.ts)
      const ofThread = events.filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid)
      return answerOf(ofThread, begin.ts, end?.ts ?? begin.ts)
    })
  return answers.reduce((most, each) => (each.ms > most.ms ? each : most), { ms: 0, parts: '' })
}

/**
 * How long a slower processor takes from an input to the frame that answers it: the handlers, then the tasks that begin
 * before the next refresh of the screen, then the frame. Tasks that follow would run after the frame there.
 */
function answerOf(events: readonly TraceEvent[], from: number, until: number): { ms: number; parts: string } {
  const tasks = events.filter(({ name, ts, dur = 0 }) => name.endsWith('RunTask') && ts < until && ts + dur > from)
  const isWithin = (name: string) => (task: TraceEvent) =>
    events.some(each => each.name === name && each.ts >= task.ts && each.ts < task.ts + (task.dur ?? 0))
  const inputs = tasks.filter(task =>
    events.some(
      ({ name, ts, args }) =>
        name === 'EventDispatch' &&
        INPUT.test(args?.data?.type ?? '') &&
        ts >= Math.max(from - 1000, task.ts) &&
        ts < task.ts + (task.dur ?? 0),
    ),
  )
  const handled = Math.max(from, ...inputs.map(({ ts, dur = 0 }) => ts + dur))
  const frame = tasks.find(task => task.ts + (task.dur ?? 0) >= handled && isWithin('Commit')(task))
  const others = tasks.filter(task => !inputs.includes(task) && task !== frame && (!frame || task.ts < frame.ts))
  const slowed = ({ tdur = 0 }: TraceEvent) => (tdur / 1000) * SLOWER
  const sum = (all: readonly TraceEvent[]) => all.reduce((total, each) => total + slowed(each), 0)
  let between = 0
  for (const task of others) if (between < REFRESH_MS) between += slowed(task)
  const [handlers, painting] = [sum(inputs), sum(frame && !inputs.includes(frame) ? [frame] : [])]
  const parts = [`${Math.round(handlers)} + ${Math.round(between)} + ${Math.round(painting)}`]
  for (const [event, label] of Object.entries(PARTS)) {
    const ms = sum(
      events.filter(({ name, ts }) => name === event && frame && ts >= frame.ts && ts < frame.ts + (frame.dur ?? 0)),
    )
    if (ms >= 10) parts.push(`${label} ${Math.round(ms)}`)
  }
  return { ms: handlers + between + painting, parts: parts.join(', ') }
}
