import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Server and load have one core each. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

const CAN_PIN = availableParallelism() > 1 && Bun.which('taskset') !== null

/** Pins a command to one core if possible; null does not pin. */
export function onCore(core: number | null, command: readonly string[]): string[] {
  return core === null || !CAN_PIN ? [...command] : ['taskset', '-c', String(core), ...command]
}

/** A one-line description of the machine. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const load = loadavg()[0]?.toFixed(1)
  const pinned = CAN_PIN ? `server on core ${SERVER_CORE}, load on core ${LOAD_CORE}` : 'not pinned to cores'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} x ${model}, ${memory} GB, Bun ${Bun.version}, ${pinned}, load average ${load} at the start`
}
