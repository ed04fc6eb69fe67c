/** Where traces and metrics are sent, and which. */
export interface ObservabilityConfig {
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** 0 to 1. */
  readonly tracesRatio: number
  /** Null: no metrics are sent. */
  readonly metricsMs: number | null
  /** Null: those of browsers are not passed on. */
  readonly browser: { readonly ratio: number } | null
}
