import type { Random } from './random'

export type DatabaseKind = 'sqlite' | 'postgres'

/** One row of the programme: the fault, and the expected result. */
export interface Row {
  readonly id: string
  /** What is done to it. */
  readonly does: string
  /** What has to hold. */
  readonly required: string
  readonly databases: readonly DatabaseKind[]
  /** Rounds unless others are asked for. */
  readonly rounds: number
  /** On one database, beyond which it counts as hanging. */
  readonly minutes: number
  /** Programs that it needs, by the name of the Debian package that brings them. */
  readonly needs?: Readonly<Record<string, string>>
  /** Mounts, network namespaces, other users: only root may. */
  readonly asRoot?: boolean
  readonly run: (trial: Trial) => Promise<Outcome>
}

/** What a row is given. */
export interface Trial {
  readonly database: DatabaseKind
  readonly rounds: number
  readonly random: Random
  /** An empty folder that is removed afterwards. */
  readonly scratch: string
  /** Shows how far it is. */
  readonly say: (text: string) => void
}

export interface Outcome {
  /** How often what is claimed was tried. */
  readonly n: number
  /** What was measured, in a few words. */
  readonly figure: string
  /** What did not hold, a sentence each; the row passed when there is none. */
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

/** The result of a row that came to no end: it counts as failed. */
export function didNotRun(why: string): Outcome {
  return { n: 0, figure: 'did not run', faults: [why] }
}
