import type { Allowed } from './layered.rules'

export interface SettingsSpec<S extends object> {
  readonly name: 'comic' | 'epub' | 'pdf'
  readonly standard: S
  readonly allowed: Allowed<S>
  /** Settings of the current series; the others apply to every book. */
  readonly ofSeries: readonly (keyof S)[]
  /** Settings that depend on the screen: they stay in this browser. */
  readonly ofScreen?: readonly (keyof S)[]
}
