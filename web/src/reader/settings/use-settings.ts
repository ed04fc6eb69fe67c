import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { deviceId } from '../progress/device'
import { habitsOf, type Scope } from './habits'
import { type Layer, layered, splitLayer } from './layered.rules'
import type { SettingsSpec } from './settings-spec'

/** From general to specific. */
export type SettingsScopeName = 'everywhere' | 'device' | 'library' | 'series' | 'book'

export interface SavedSettings<S> {
  readonly settings: S
  readonly change: (change: Layer<S>) => void
  /** The scope of the current settings; null for defaults. */
  readonly scope: SettingsScopeName | null
  /** Saves the current settings for this book, its series, its library, this device, or all books. */
  readonly useIn: (scope: SettingsScopeName) => void
  /** Clears the settings of the current scope; those of this book together with those of its series. */
  readonly reset: () => void
}

/**
 * The reader's settings follow the person, with a copy in this browser; those that depend on the screen stay here.
 * `fromBook` are the book's own (its reading direction): they override general settings and those of this device, and
 * are overridden by those of its library, its series, and the book.
 */
export function useSettings<S extends object>(
  spec: SettingsSpec<S>,
  book: { readonly id: string; readonly libraryId: string; readonly seriesId: string },
  fromBook: Layer<S> = {},
): SavedSettings<S> {
  const [everywhere, general] = useHabits(spec, null)
  const [device, ofDevice] = useHabits(spec, { of: 'device', id: deviceId() })
  const [library, ofLibrary] = useHabits(spec, { of: 'library', id: book.libraryId })
  const [series, ofSeries] = useHabits(spec, { of: 'series', id: book.seriesId })
  const [one, ofBook] = useHabits(spec, { of: 'book', id: book.id })
  const settings = useMemo(
    () => resolved(spec, general, ofDevice, fromBook, ofLibrary, ofSeries, ofBook),
    [spec, general, ofDevice, fromBook, ofLibrary, ofSeries, ofBook],
  )
  const scoped = useMemo(() => scopedSettings(spec), [spec])
  const has = (layer: Layer<S>) => scoped.some(setting => layer[setting] !== undefined)
  const scope = has(ofBook)
    ? 'book'
    : has(ofSeries)
      ? 'series'
      : has(ofLibrary)
        ? 'library'
        : has(ofDevice)
          ? 'device'
          : has(general)
            ? 'everywhere'
            : null

  const change = useCallback(
    (change: Layer<S>) => {
      const [own, common] = splitLayer(change, scoped)
      // More general settings would be hidden by those of the current scope.
      const home = spec.ofSeries.length > 0 && scope !== 'book' ? 'series' : (scope ?? 'everywhere')
      if (Object.keys(own).length > 0) ({ everywhere, device, library, series, book: one })[home].change(own)
      // A change for all books shows only where no other layer has that setting: text keeps all of its settings there.
      for (const [setting, value] of Object.entries(common)) {
        const top = [one, series, library, device].find(layer => setting in layer.now()) ?? everywhere
        top.change({ [setting]: value } as Layer<S>)
      }
    },
    [spec, scoped, scope, everywhere, device, library, series, one],
  )
  const useIn = useCallback(
    (scope: SettingsScopeName) => {
      const [all] = splitLayer(settings, scoped)
      const byScope = { everywhere, device, library, series, book: one }
      // More specific settings would hide it; the book's own do not count as a choice.
      if (scope !== 'book') one.forget(scoped)
      if (scope === 'everywhere' || scope === 'device') library.forget(scoped)
      if (scope === 'everywhere') device.forget(scoped)
      if (spec.ofSeries.length === 0 && scope !== 'book' && scope !== 'series') series.forget(scoped)
      byScope[scope].change(all)
    },
    [settings, spec, scoped, everywhere, device, library, series, one],
  )
  const reset = useCallback(() => {
    if (scope === 'library') library.forget(scoped)
    else if (scope === 'device') device.forget(scoped)
    else for (const own of [one, series]) own.forget(scoped)
  }, [scope, scoped, device, library, series, one])
  return { settings, change, scope, useIn, reset }
}

/** Settings that may differ by scope: those of a series, or all if a series has none. */
function scopedSettings<S extends object>(spec: SettingsSpec<S>): readonly (keyof S)[] {
  const { standard, ofSeries, elsewhere = [] } = spec
  if (ofSeries.length > 0) return ofSeries
  return (Object.keys(standard) as (keyof S)[]).filter(setting => !elsewhere.includes(setting))
}

function resolved<S extends object>({ standard, standardFrom }: SettingsSpec<S>, ...layers: readonly Layer<S>[]): S {
  const settings = layered(standard, ...layers)
  return standardFrom ? layered(standard, standardFrom(settings), ...layers) : settings
}

function useHabits<S extends object>(spec: SettingsSpec<S>, scope: Scope) {
  const habits = habitsOf(spec, scope)
  return [habits, useSyncExternalStore(habits.subscribe, habits.now)] as const
}
