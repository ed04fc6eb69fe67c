import { useCallback, useMemo, useState } from 'react'
import { type Allowed, type Layer, layered, readLayer } from './layered.rules'

export interface SettingsSpec<S extends object> {
  readonly name: 'comic' | 'epub' | 'pdf'
  readonly standard: S
  readonly allowed: Allowed<S>
  /** Settings that belong to the series that is being read; the others hold for every book. */
  readonly ofSeries: readonly (keyof S)[]
}

export interface KeptSettings<S> {
  readonly settings: S
  readonly change: (change: Layer<S>) => void
  /** Makes what this series has the rule for every book that says nothing else. */
  readonly useEverywhere: () => void
}

/**
 * Settings kept in this browser. `fromBook` is what the book itself asks for (its reading direction): stronger than
 * the reader's general habits, weaker than what the reader chose for this series.
 */
export function useSettings<S extends object>(
  spec: SettingsSpec<S>,
  seriesId: string,
  fromBook: Layer<S> = {},
): KeptSettings<S> {
  const everywhere = `octavo.reader.${spec.name}`
  const here = `${everywhere}.${seriesId}`
  const [general, setGeneral] = useState(() => load(everywhere, spec.allowed))
  const [series, setSeries] = useState(() => load(here, spec.allowed))
  const settings = useMemo(() => layered(spec.standard, general, fromBook, series), [spec, general, fromBook, series])

  const change = useCallback(
    (wish: Layer<S>) => {
      const belongs = (key: string) => spec.ofSeries.includes(key as keyof S)
      const [own, common] = split(wish, belongs)
      if (Object.keys(own).length > 0) setSeries(was => save(here, { ...was, ...own }))
      if (Object.keys(common).length > 0) setGeneral(was => save(everywhere, { ...was, ...common }))
    },
    [spec, here, everywhere],
  )
  const useEverywhere = useCallback(() => {
    setGeneral(was => save(everywhere, { ...was, ...series }))
  }, [everywhere, series])
  return { settings, change, useEverywhere }
}

function split<S>(wish: Layer<S>, belongs: (key: string) => boolean): [Layer<S>, Layer<S>] {
  const entries = Object.entries(wish)
  const some = (keep: boolean) => Object.fromEntries(entries.filter(([key]) => belongs(key) === keep)) as Layer<S>
  return [some(true), some(false)]
}

function load<S extends object>(key: string, allowed: Allowed<S>): Layer<S> {
  try {
    return readLayer(localStorage.getItem(key), allowed)
  } catch {
    return {}
  }
}

function save<S>(key: string, layer: Layer<S>): Layer<S> {
  try {
    localStorage.setItem(key, JSON.stringify(layer))
  } catch {
    // Full or forbidden: the settings last as long as the page.
  }
  return layer
}
