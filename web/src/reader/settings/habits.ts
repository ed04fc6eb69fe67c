import { keepPreference, onPreferences, preference, preferencesKnownOf } from '../../api/preferences'
import { type Layer, possibleLayer, splitLayer } from './layered.rules'
import { load, save } from './stored-layer'
import type { SettingsSpec } from './use-settings'

export interface Habits<S> {
  readonly now: () => Layer<S>
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (change: Layer<S>) => void
}

const made = new Map<string, Habits<never>>()

/** What somebody likes in every book, of one reader: theirs on every device, with a copy in this browser. */
export function habitsOf<S extends object>(spec: SettingsSpec<S>): Habits<S> {
  const known = made.get(spec.name) as unknown as Habits<S> | undefined
  if (known) return known
  const habits = makeHabits(spec)
  made.set(spec.name, habits as unknown as Habits<never>)
  return habits
}

function makeHabits<S extends object>({ name, allowed, ofScreen = [] }: SettingsSpec<S>): Habits<S> {
  const place = `octavo.reader.${name}`
  const key = `reader.${name}`
  const listeners = new Set<() => void>()
  let now = load(place, allowed)

  const set = (layer: Layer<S>) => {
    now = save(place, layer)
    for (const listener of listeners) listener()
  }
  const takeOver = () => {
    const person = preferencesKnownOf()
    if (person === null) return
    const [screen, common] = splitLayer(now, ofScreen)
    const theirs = preference(key)
    const isOwn = [person, null].includes(ownerOf(place))
    setOwner(place, person)
    if (theirs !== undefined) set({ ...splitLayer(possibleLayer(theirs, allowed), ofScreen)[1], ...screen })
    // Chosen here before the server kept it; another person's habits are not theirs.
    else if (isOwn && Object.keys(common).length > 0) keepPreference(key, common)
    else if (!isOwn) set(screen)
  }
  onPreferences(takeOver)
  takeOver()

  return {
    now: () => now,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: change => {
      set({ ...now, ...change })
      const [, common] = splitLayer(change, ofScreen)
      if (Object.keys(common).length > 0) keepPreference(key, common)
    },
  }
}

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
    // Without storage there is no copy that could be another person's.
  }
}
