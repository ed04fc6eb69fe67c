import { keepPreference, onPreferences, preference, preferenceKnownOf } from '../../api/preferences'
import { type Layer, possibleLayer, splitLayer } from './layered.rules'
import type { SettingsSpec } from './settings-spec'
import { load, save } from './stored-layer'

export interface Habits<S> {
  readonly now: () => Layer<S>
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (change: Layer<S>) => void
  /** Clears these. */
  readonly forget: (settings: readonly (keyof S)[]) => void
}

/** The scope of settings: all books, those of a library or a series, one book, or this device. */
export type Scope = { readonly of: 'device' | 'library' | 'series' | 'book'; readonly id: string } | null

/** Their types are those of the reader's settings. */
const made = new Map<string, unknown>()

/** The name of the server's preference. */
export const habitsKey = (reader: string, scope: Scope) =>
  scope ? `reader.${reader}.${scope.of}.${scope.id.replaceAll('-', '')}` : `reader.${reader}`

/** Settings of one reader and scope: the person's on every device, with a copy in this browser. */
export function habitsOf<S extends object>(spec: SettingsSpec<S>, scope: Scope): Habits<S> {
  const key = habitsKey(spec.name, scope)
  const known = made.get(key) as Habits<S> | undefined
  if (known) return known
  const habits = makeHabits(spec, key, `octavo.reader.${spec.name}${scope ? `.${scope.id}` : ''}`)
  made.set(key, habits)
  return habits
}

function makeHabits<S extends object>(spec: SettingsSpec<S>, key: string, place: string): Habits<S> {
  const { allowed, ofScreen = [] } = spec
  const listeners = new Set<() => void>()
  let now = load(place, allowed)

  const set = (layer: Layer<S>) => {
    now = save(place, layer)
    for (const listener of listeners) listener()
  }
  const takeOver = () => {
    const person = preferenceKnownOf(key)
    if (person === null) return
    const [screen, common] = splitLayer(now, ofScreen)
    const theirs = preference(key)
    const owner = ownerOf(place)
    if (theirs === undefined && Object.keys(now).length === 0) return
    setOwner(place, person)
    if (theirs !== undefined) set({ ...splitLayer(possibleLayer(theirs, allowed), ofScreen)[1], ...screen })
    // Chosen here before the server stored it; another person's, or one removed elsewhere, does not count.
    else if (owner === null && Object.keys(common).length > 0) keepPreference(key, common)
    else if (owner !== null) set(screen)
  }
  onPreferences(takeOver)
  takeOver()

  const change = (change: Layer<S>) => {
    const person = preferenceKnownOf(key)
    if (person !== null) setOwner(place, person)
    const [, common] = splitLayer(change, ofScreen)
    if (Object.keys(common).length > 0) keepPreference(key, withNulls(common))
    set(
      Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined)) as Layer<S>,
    )
  }
  return {
    now: () => now,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    forget: settings => {
      const gone = settings.filter(setting => setting in now).map(setting => [setting, undefined])
      if (gone.length > 0) change(Object.fromEntries(gone) as Layer<S>)
    },
  }
}

/** Removals in preference format. */
const withNulls = (layer: object) =>
  Object.fromEntries(Object.entries(layer).map(([setting, value]) => [setting, value ?? null]))

function ownerOf(place: string): string | null {
  try {
    return localStorage.getItem(`${place}.owner`)
  } catch {
    return null
  }
}

function setOwner(place: string, person: string): void {
  try {
    localStorage.setItem(`${place}.owner`, person)
  } catch {
    // Without storage there is no copy that could belong to another person.
  }
}
