import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { habitsOf, type Scope } from './habits'
import { type Layer, layered, splitLayer } from './layered.rules'
import type { SettingsSpec } from './settings-spec'

export interface SavedSettings<S> {
  readonly settings: S
  readonly change: (change: Layer<S>) => void
  /** Whether something was chosen for this series alone. */
  readonly hasOwn: boolean
  /** Makes what this series has the rule for every book, of this library or of all, that says nothing else. */
  readonly useIn: (books: 'library' | 'everywhere') => void
  /** Takes back what was chosen for this series alone. */
  readonly forgetOwn: () => void
}

/**
 * What the reader likes follows the person, with a copy in this browser; what depends on the screen stays here.
 * `fromBook` is what the book itself asks for (its reading direction): stronger than the reader's general habits, weaker
 * than what they chose for its library, and for its series.
 */
export function useSettings<S extends object>(
  spec: SettingsSpec<S>,
  book: { readonly libraryId: string; readonly seriesId: string },
  fromBook: Layer<S> = {},
): SavedSettings<S> {
  const [habits, general] = useHabits(spec, null)
  const [library, ofLibrary] = useHabits(spec, { of: 'library', id: book.libraryId })
  const [series, ofSeries] = useHabits(spec, { of: 'series', id: book.seriesId })
  const settings = useMemo(
    () => layered(spec.standard, general, fromBook, ofLibrary, ofSeries),
    [spec, general, fromBook, ofLibrary, ofSeries],
  )

  const change = useCallback(
    (change: Layer<S>) => {
      const [own, common] = splitLayer(change, spec.ofSeries)
      if (Object.keys(own).length > 0) series.change(own)
      if (Object.keys(common).length > 0) habits.change(common)
    },
    [spec, series, habits],
  )
  const useIn = useCallback(
    (books: 'library' | 'everywhere') => {
      const [all] = splitLayer(settings, spec.ofSeries)
      if (books === 'library') return library.change(all)
      library.forget(spec.ofSeries)
      habits.change(all)
    },
    [settings, spec, library, habits],
  )
  const forgetOwn = useCallback(() => series.forget(spec.ofSeries), [series, spec])
  return { settings, change, hasOwn: Object.keys(ofSeries).length > 0, useIn, forgetOwn }
}

function useHabits<S extends object>(spec: SettingsSpec<S>, scope: Scope) {
  const habits = habitsOf(spec, scope)
  return [habits, useSyncExternalStore(habits.subscribe, habits.now)] as const
}
