/** One address that is asked; `{n}` in the path becomes a number that no other request has. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
}

/** Instructions for the load process. */
export interface LoadJob {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /** Asked in turn, each connection the next one. */
  readonly asks: readonly Ask[]
  /** Place in `asks` of the first request. */
  readonly from: number
  readonly connections: number
  /** Until this time is over, or so many requests are answered. */
  readonly milliseconds?: number
  readonly requests?: number
}

export interface LoadReport {
  readonly answered: number
  readonly seconds: number
  readonly bytes: number
  /** Answers that were no success, by status. */
  readonly refused: Readonly<Record<string, number>>
  readonly medianMs: number
  readonly p95Ms: number
  /** CPU seconds of the load process itself: near `seconds`, it is the load that is measured. */
  readonly cpuSeconds: number
  readonly next: number
}
