/** A session of a device, as it is recorded. */
export interface LoggedSession {
  readonly id: string
  readonly bookPk: number
  readonly device: string
  readonly deviceName: string | null
  readonly kind: 'progress' | 'completed' | 'reset'
  readonly toPage: number | null
  readonly toPercentage: number | null
  /** Null when the device did not measure. */
  readonly activeMs: number | null
  /** Null when it did, or nothing can be said. */
  readonly estimatedMs: number | null
  readonly pagesRead: number | null
  readonly startedAt: number
  readonly endedAt: number
  /** Its end by the device's clock. */
  readonly saidAt: number
}
