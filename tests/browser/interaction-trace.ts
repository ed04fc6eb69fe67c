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
  readonly args?: { readonly name?: string; readonly data?: { readonly interactionId?: number } }
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', '__metadata']
/** Parts of a task that are printed by name. */
const PARTS: Readonly<Record<string, string>> = {
  EventDispatch: 'handlers',
  FireAnimationFrame: 'frame callbacks',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'pre-paint',
  Paint: 'paint',
  Layerize: 'layers',
  Commit: 'commit',
}

let session: Promise<CDPSession> | undefined

/** Begins to record. The function it returns ends that: the main thread's CPU from an interaction to the paint, in ms. */
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

function slowest(events: readonly TraceEvent[]): { ms: number; parts: string } {
  const timings = events.filter(({ name }) => name === 'EventTiming')
  const begun = timings.filter(({ ph, args }) => ph === 'b' && args?.data?.interactionId)
  const answers = begun.map(begin => {
    const end = timings.find(({ ph, id2, ts }) => ph === 'e' && id2?.local === begin.id2?.local && ts >= begin.ts)
    const ofThread = events.filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid)
    const until = end?.ts ?? begin.ts
    // The frame that answers is the first one committed after the handlers.
    const handled = ofThread
      .filter(({ name, ts }) => name === 'EventDispatch' && ts >= begin.ts - 1000 && ts < until)
      .map(({ ts, dur = 0 }) => ts + dur)
    const committed = ofThread.find(({ name, ts }) => name === 'Commit' && ts >= Math.max(begin.ts, ...handled))
    const last = committed ? Math.min(until, committed.ts + (committed.dur ?? 0)) : until
    const within = (event: TraceEvent) => event.ts < last && event.ts + (event.dur ?? 0) > begin.ts
    const cpu = ({ dur = 0, tdur = 0, ts }: TraceEvent) =>
      dur === 0 ? 0 : (tdur * (Math.min(last, ts + dur) - Math.max(begin.ts, ts))) / dur
    const sum = (all: readonly TraceEvent[]) => all.reduce((total, each) => total + cpu(each), 0) / 1000
    const parts = Object.entries(PARTS).flatMap(([event, label]) => {
      const ms = sum(ofThread.filter(each => each.name === event && within(each)))
      return ms >= 1 ? [`${label} ${ms.toFixed(0)}`] : []
    })
    return {
      ms: sum(ofThread.filter(each => each.name.endsWith('RunTask') && within(each))),
      parts: parts.join(', '),
    }
  })
  return answers.reduce((most, each) => (each.ms > most.ms ? each : most), { ms: 0, parts: '' })
}
