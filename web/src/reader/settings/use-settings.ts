import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { habitsOf } from './habits'
import { type Allowed, type Layer, layered, splitLayer } from './layered.rules'
import { load, save } from './stored-layer'

export interface SettingsSpec<S extends object> {
  readonly name: 'comic' | 'epub' | 'pdf'
  readonly standard: S
  readonly allowed: Allowed<S>
  /** Settings that belong to the series that is being read; the others hold for every book. */
  readonly ofSeries: readonly (keyof S)[]
  /** Settings that depend on the screen: they stay with this browser. */
  readonly ofScreen?: readonly (keyof S)[]
}

export interface KeptSettings<S> {
  readonly settings: S
  readonly change: (change: Layer<S>) => void
  /** Makes what this series has the rule for every book that says nothing else. */
  readonly useEverywhere: () => void
}

/**
 * The reader's general habits follow the person, with a copy in this browser; what was chosen for one series, and what
 * depends on the screen, stays here. `fromBook` is what the book itself asks for (its reading direction): stronger than
 * the reader's general habits, weaker than what the reader chose for this series.
 */
export function useSettings<S extends object>(
  spec: SettingsSpec<S>,
  seriesId: string,
  fromBook: Layer<S> = {},
): KeptSettings<S> {
  const here = `octavo.reader.${spec.name}.${seriesId}`
  const habits = habitsOf(spec)
  const general = useSyncExternalStore(habits.subscribe, habits.now)
  const [series, setSeries] = useState(() => load(here, spec.allowed))
  const settings = useMemo(() => layered(spec.standard, general, fromBook, series), [spec, general, fromBook, series])

  const change = useCallback(
    (wish: Layer<S>) => {
      const [own, common] = splitLayer(wish, spec.ofSeries)
      if (Object.keys(own).length > 0) setSeries(was => save(here, { ...was, ...own }))
      if (Object.keys(common).length > 0) habits.change(common)
    },
    [spec, here, habits],
  )
  const useEverywhere = useCallback(() => habits.change(series), [habits, series])
  return { settings, change, useEverywhere }
}
