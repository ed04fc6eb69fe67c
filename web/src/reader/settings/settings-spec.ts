import type { Allowed } from './layered.rules'

export interface SettingsSpec<S extends object> {
  readonly name: 'comic' | 'epub' | 'pdf'
  readonly standard: S
  readonly allowed: Allowed<S>
  /** Settings that belong to the series that is being read; the others hold for every book. */
  readonly ofSeries: readonly (keyof S)[]
  /** Settings that depend on the screen: they stay with this browser. */
  readonly ofScreen?: readonly (keyof S)[]
}
