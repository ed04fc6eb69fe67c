/** A session of a device, in its recorded form. */
export interface LoggedSession {
  readonly id: string
  readonly bookPk: number
  readonly device: string
  readonly deviceName: string | null
  readonly kind: 'progress' | 'completed' | 'reset'
  readonly toPage: number | null
  readonly toPercentage: number | null
  /** Null if the device did not measure. */
  readonly activeMs: number | null
  /** Null if it did, or if no estimate is possible. */
  readonly estimatedMs: number | null
  readonly pagesRead: number | null
  readonly startedAt: number
  readonly endedAt: number
  /** Its end by the device's clock. */
  readonly saidAt: number
}
