/** An address to request; `{n}` in the path becomes a unique number. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
}

/** Instructions for the load process. */
export interface LoadJob {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /** Requested in turn by all connections. */
  readonly asks: readonly Ask[]
  /** Index of the first request in `asks`. */
  readonly from: number
  readonly connections: number
  /** Ends after this time, or this number of requests. */
  readonly milliseconds?: number
  readonly requests?: number
}

export interface LoadReport {
  readonly answered: number
  readonly seconds: number
  readonly bytes: number
  /** Unsuccessful answers by status. */
  readonly refused: Readonly<Record<string, number>>
  readonly medianMs: number
  readonly p95Ms: number
  /** CPU seconds of the load process itself: near `seconds`, the load is the bottleneck. */
  readonly cpuSeconds: number
  readonly next: number
}
