import type { Random } from './random'

export type DatabaseKind = 'sqlite' | 'postgres'

/** One row of the programme: the fault, and the expected result. */
export interface Row {
  readonly id: string
  /** The fault. */
  readonly does: string
  /** The expected result. */
  readonly required: string
  readonly databases: readonly DatabaseKind[]
  /** Default number of rounds. */
  readonly rounds: number
  /** Time limit on one database. */
  readonly minutes: number
  /** Required programs, by the name of their Debian package. */
  readonly needs?: Readonly<Record<string, string>>
  /** Mounts, network namespaces, other users: only root may. */
  readonly asRoot?: boolean
  readonly run: (trial: Trial) => Promise<Outcome>
}

/** Context of a row. */
export interface Trial {
  readonly database: DatabaseKind
  readonly rounds: number
  readonly random: Random
  /** An empty folder that is removed afterwards. */
  readonly scratch: string
  /** Reports progress. */
  readonly say: (text: string) => void
}

export interface Outcome {
  /** How often the claim was tested. */
  readonly n: number
  /** Measurements, in a few words. */
  readonly figure: string
  /** Violations, a sentence each; the row passed if there are none. */
  readonly faults: readonly string[]
}

/** One line of the results. */
export interface Result {
  readonly id: string
  readonly n: number
  readonly pass: boolean
  readonly figure: string
  readonly seed: number
  readonly commit: string
  readonly db: DatabaseKind
  /** YYYY-MM-DD */
  readonly date: string
  readonly seconds: number
  readonly faults: readonly string[]
}

/** The result of a row that did not complete: it counts as failed. */
export function didNotRun(why: string): Outcome {
  return { n: 0, figure: 'did not run', faults: [why] }
}
