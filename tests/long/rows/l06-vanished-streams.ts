import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { type Crowd, startCrowd } from '../site/crowd'
import { metric, residentBytes } from '../site/measures'
import { makeNetwork, type Network } from '../site/network'
import { untilAtRest } from '../site/rest'
import { makeTemplate, type Server } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'

const EACH = 1000
const BEAT_SECONDS = 15
/** Two beats, and a moment for looking. */
const LIMIT_SECONDS = 2 * BEAT_SECONDS + 2
const GAUGE = 'octavo_event_streams'
const BUSY_MS = 100
const MB = 1e6

export const vanishedStreams: Row = {
  id: 'L06',
  does: '2,000 event streams of two networks, one of which vanishes without a FIN; in one round nothing is published meanwhile, in the next ten changes a second',
  required:
    'within two heartbeats only the streams of the other network are open, which miss nothing; two heartbeats after all went, memory is back (10 MB or 10 %) at what it is after as many that went in order, quiet and busy ones',
  databases: ['sqlite', 'postgres'],
  rounds: 2,
  minutes: 12,
  needs: { ip: 'iproute2' },
  asRoot: true,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 1, 2)
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const networks = [makeNetwork(1), makeNetwork(2)] as const
  const faults: string[] = []
  const seen: Seen[] = []
  let base = 0
  try {
    // The other network is reached by way of this side's address too.
    const env = { OCTAVO_EVENTS_STREAMS_PER_USER: '5000' }
    const server = await site.serve({ env, host: networks[0].here })
    const library = await server
      .as(template.token)
      .post<LibraryDto>('/api/v1/libraries', { name: 'Books', path: folder, scanImmediately: true })
    await untilAtRest(site)
    const baseBytes = await memoryAfterCrowds(server, template.token, library.id, networks[0])
    base = baseBytes
    const place = { server, token: template.token, libraryId: library.id, baseBytes }
    for (let round = 1; round <= trial.rounds; round++) {
      const one = await vanish({ ...place, networks, isBusy: round % 2 === 0, say: trial.say })
      seen.push(one)
      faults.push(...one.faults.map(fault => `round ${round}: ${fault}`))
    }
    await server.end()
  } finally {
    for (const network of networks) network.remove()
    await template.stop()
  }
  const list = (of: (one: Seen) => string) => seen.map(of).join(' and ')
  return {
    n: seen.length * EACH,
    figure: `left ${list(one => String(one.left))} of ${EACH} vanished (quiet and busy), gone after ${list(one => one.seconds.toFixed(0))} s, memory held ${list(one => (one.heldBytes / MB).toFixed(0))} MB of a base of ${(base / MB).toFixed(0)} MB`,
    faults,
  }
}

interface Seen {
  readonly left: number
  readonly seconds: number
  readonly heldBytes: number
  readonly faults: readonly string[]
}

interface Vanishing {
  readonly server: Server
  readonly token: string
  readonly libraryId: string
  readonly networks: readonly [Network, Network]
  /** What the server holds after as many streams that went in order. */
  readonly baseBytes: number
  readonly isBusy: boolean
  readonly say: (text: string) => void
}

async function vanish({ server, token, libraryId, networks, baseBytes, isBusy, say }: Vanishing): Promise<Seen> {
  const faults: string[] = []
  const [staying, going] = networks
  const gauge = () => metric(server, token, GAUGE)
  const crowd = (network: Network, count: number) =>
    startCrowd({ kind: 'streams', host: staying.here, port: server.port, token, count, network: network.name })
  const [stay, go] = [crowd(staying, EACH), crowd(going, EACH)]
  await Promise.all([stay.untilOpen(EACH), go.untilOpen(EACH)])
  if ((await gauge()) !== 2 * EACH) faults.push(`the gauge says ${await gauge()} of ${2 * EACH} streams`)
  const heardBefore = stay.standing().messages
  const changes = isBusy ? startChanges(server, token, libraryId) : null
  going.cut()
  const began = performance.now()
  const left = await until(gauge, open => open <= EACH, LIMIT_SECONDS).then(
    open => open - EACH,
    async () => (await gauge()) - EACH,
  )
  const seconds = (performance.now() - began) / 1000
  if (left !== 0) faults.push(`${left} streams too many after ${seconds.toFixed(0)} s`)
  const made = (await changes?.stop()) ?? 0
  await untilHeard(stay, heardBefore + made * EACH).catch(() =>
    faults.push(`${stay.standing().messages - heardBefore} messages came of ${made * EACH}`),
  )
  if (stay.standing().ended > 0) faults.push(`${stay.standing().ended} streams of the other network were cut`)
  const openBytes = residentBytes(server.pid)
  await Promise.all([stay.leave(), go.leave()])
  await until(gauge, open => open === 0, LIMIT_SECONDS).catch(async () =>
    faults.push(`${await gauge()} streams are left of all`),
  )
  const limit = Math.max(10 * MB, baseBytes / 10)
  const held = () => residentBytes(server.pid) - baseBytes
  await until(
    async () => held(),
    bytes => bytes <= limit,
    2 * BEAT_SECONDS,
  ).catch(() => faults.push(`${(held() / MB).toFixed(0)} MB of memory are not freed`))
  say(
    `${isBusy ? `${made} changes` : 'quiet'}: left ${left} after ${seconds.toFixed(1)} s; memory ${[baseBytes, openBytes, baseBytes + held()].map(bytes => (bytes / MB).toFixed(0))} MB`,
  )
  going.restore()
  return { left, seconds, heldBytes: Math.max(0, held()), faults }
}

/**
 * What is made at the first use, and what the runtime keeps of it for the next, counts for nobody: a quiet crowd and one
 * that hears of changes, as in the rounds, but that go in order.
 */
async function memoryAfterCrowds(server: Server, token: string, libraryId: string, network: Network): Promise<number> {
  const { here, name } = network
  for (const isBusy of [false, true]) {
    const crowd = startCrowd({ kind: 'streams', host: here, port: server.port, token, count: 2 * EACH, network: name })
    await crowd.untilOpen(2 * EACH)
    const changes = isBusy ? startChanges(server, token, libraryId) : null
    await Bun.sleep(BEAT_SECONDS * 1000)
    await changes?.stop()
    await crowd.leave()
    await until(
      () => metric(server, token, GAUGE),
      open => open === 0,
      LIMIT_SECONDS,
    )
  }
  await Bun.sleep(2 * BEAT_SECONDS * 1000)
  return residentBytes(server.pid)
}

async function untilHeard(crowd: Crowd, messages: number): Promise<void> {
  await until(
    async () => crowd.standing().messages,
    heard => heard >= messages,
    20,
  )
}

/** Changes that are published with one message each. */
function startChanges(server: Server, token: string, libraryId: string) {
  let made = 0
  let stopping = false
  const done = change()
  async function change(): Promise<void> {
    while (!stopping) {
      await server.as(token).patch(`/api/v1/libraries/${libraryId}`, { name: `Books ${made + 1}` })
      made++
      await Bun.sleep(BUSY_MS)
    }
  }
  return {
    stop: async () => {
      stopping = true
      await done
      return made
    },
  }
}
