import type { Environment, Loaded, SettingKey, Sources } from '../config'

/** An option of a command. `value` names what it takes; without it the option is a switch. */
export interface Option {
  readonly about: string
  readonly value?: string
  readonly short?: string
  /** The setting that the option sets for this run. */
  readonly setting?: SettingKey
}

export interface Command {
  /** As typed: `['config', 'check']`. */
  readonly words: readonly string[]
  /** Its arguments as the help shows them, and how many there may be. */
  readonly takes?: { readonly shown: string; readonly min: number; readonly max: number }
  readonly summary: string
  /** Details beyond the summary. */
  readonly more?: string
  readonly options: Readonly<Record<string, Option>>
  /** Returns the exit code. */
  run(call: CommandCall): Promise<number>
}

/** One run of a command: its validated arguments and its environment. */
export interface CommandCall {
  readonly names: readonly string[]
  readonly options: Readonly<Record<string, string | boolean>>
  readonly sources: Sources
  /** Reads the configuration and prints its warnings. Throws ConfigError. */
  config(): Loaded
  readonly terminal: Terminal
}

/** The environment of the command line. */
export interface Terminal {
  readonly environment: Environment
  readonly cwd: string
  /** A line of output. */
  print(line: string): void
  /** A line about the run itself. */
  warn(line: string): void
}

/** The command line cannot be understood; the message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** The command failed; the reason is a sentence for a person. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'

  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message)
  }
}

/** Options of every command that reads the configuration. */
export const CONFIG_OPTIONS = {
  config: { value: 'FILE', short: 'c', about: 'Configuration file, instead of octavo.yaml in the data folder' },
  'data-dir': { value: 'FOLDER', about: 'Folder for the database, thumbnails, caches and keys', setting: 'data_dir' },
} as const satisfies Readonly<Record<string, Option>>
