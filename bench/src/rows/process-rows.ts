import { SERVER_CORE } from '../machine/cores'
import { CAN_SEE_PROCESSES, pssBytes, residentBytes } from '../machine/processes'
import { median, type Result } from '../result'
import { type Octavo, type OctavoOptions, startOctavo } from '../server/octavo'

const STARTS = 5
const IDLE_MS = 30_000

/** Starts the server several times; answers the last one, which stays. */
export async function startRow(options: Omit<OctavoOptions, 'core'>): Promise<{ octavo: Octavo; result: Result }> {
  const times: number[] = []
  for (let time = 0; time < STARTS; time++) {
    const octavo = await startOctavo({ ...options, core: null, profile: null })
    times.push(octavo.startedMs / 1000)
    await octavo.stop()
  }
  const octavo = await startOctavo({ ...options, core: SERVER_CORE })
  return {
    octavo,
    result: {
      row: 'start to healthy',
      unit: 's',
      figure: median(times),
      peer: { figure: 0.84 },
      target: { atMost: 0.4 },
    },
  }
}

/** Memory of a server that has done nothing for half a minute. */
export async function idleRow(octavo: Octavo): Promise<Result[]> {
  if (!CAN_SEE_PROCESSES) return []
  await Bun.sleep(IDLE_MS)
  return [{ ...restingRow('memory, idle', octavo), peer: { figure: 49 } }]
}

/** Memory of a server that rests: it is one process. */
export function restingRow(row: string, { pid }: Octavo): Result {
  return { row, unit: 'MB', figure: residentBytes(pid) / 1e6, target: { atMost: 110 } }
}

/** Memory of a server that has just answered all of the above. */
export function servingRow({ pid }: Octavo): Result[] {
  if (!CAN_SEE_PROCESSES) return []
  return [{ row: 'memory, serving', unit: 'MB', figure: pssBytes(pid) / 1e6, target: { atMost: 220 } }]
}
