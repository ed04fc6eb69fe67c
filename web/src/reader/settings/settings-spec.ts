import type { Allowed, Layer } from './layered.rules'

export interface SettingsSpec<S extends object> {
  readonly name: 'comic' | 'epub' | 'pdf'
  readonly standard: S
  readonly allowed: Allowed<S>
  /** Settings of the current series; the others apply to every book. None: all may differ by scope. */
  readonly ofSeries: readonly (keyof S)[]
  /** Settings of another layout with the same reader: their scope says nothing here. */
  readonly elsewhere?: readonly (keyof S)[]
  /** Defaults that follow from other settings: choices from before a setting existed. */
  readonly standardFrom?: (settings: S) => Layer<S>
  /** Settings that depend on the screen: they stay in this browser. */
  readonly ofScreen?: readonly (keyof S)[]
}
