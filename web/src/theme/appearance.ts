import { useSyncExternalStore } from 'react'

/** Hue and chroma of OKLCH; the stylesheet sets lightness, so that every accent keeps its contrast. */
export const accents = {
  vermilion: { hue: 35, chroma: 0.165 },
  amber: { hue: 72, chroma: 0.135 },
  moss: { hue: 138, chroma: 0.13 },
  lagoon: { hue: 195, chroma: 0.105 },
  azure: { hue: 250, chroma: 0.14 },
  iris: { hue: 293, chroma: 0.16 },
  rose: { hue: 3, chroma: 0.165 },
  graphite: { hue: 60, chroma: 0.012 },
} as const

export type AccentName = keyof typeof accents
export type Accent = { readonly hue: number; readonly chroma: number }
export type Scheme = 'light' | 'dark'
/** `scheme` null follows the system. */
export type Appearance = { readonly scheme: Scheme | null; readonly accent: AccentName }

const savedAs = 'octavo.appearance'
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let appearance: Appearance = readSaved()
let borrowed: Accent | null = null

systemDark.addEventListener('change', tell)

export function setAppearance(change: Partial<Appearance>): void {
  appearance = { ...appearance, ...change }
  try {
    localStorage.setItem(savedAs, JSON.stringify(appearance))
  } catch {
    // Without storage the choice lasts until the page closes.
  }
  paintAccent()
  tell()
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => appearance)
}

export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, currentScheme)
}

/** A page applies the accent of its cover to the whole app, and null resets it. */
export function borrowAccent(accent: Accent | null): void {
  borrowed = accent
  paintAccent()
}

/** Writes the accent to the document; the stylesheet derives every tone from these two numbers. */
export function paintAccent(): void {
  const { hue, chroma } = borrowed ?? accents[appearance.accent]
  const style = document.documentElement.style
  style.setProperty('--accent-hue', String(hue))
  style.setProperty('--accent-chroma', String(chroma))
}

function currentScheme(): Scheme {
  return appearance.scheme ?? (systemDark.matches ? 'dark' : 'light')
}

function tell(): void {
  document.documentElement.style.backgroundColor = ''
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readSaved(): Appearance {
  const fallback: Appearance = { scheme: null, accent: 'vermilion' }
  try {
    const saved = JSON.parse(localStorage.getItem(savedAs) ?? '{}') as Partial<Appearance>
    return {
      scheme: saved.scheme === 'light' || saved.scheme === 'dark' ? saved.scheme : null,
      accent: saved.accent && saved.accent in accents ? saved.accent : fallback.accent,
    }
  } catch {
    return fallback
  }
}
