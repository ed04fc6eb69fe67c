/** Milliseconds since 1970. A parameter where time matters, so that tests can set it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Epoch milliseconds in the contract's format: RFC 3339, UTC. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}

export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
