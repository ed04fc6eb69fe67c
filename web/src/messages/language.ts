import { useSyncExternalStore } from 'react'
import { fill, type Messages, type Translate } from './catalogue'
import { chooseLanguage } from './choose-language'

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Language = keyof typeof languages

const savedAs = 'octavo.language'
const listeners = new Set<() => void>()
const catalogues = new Set<(language: Language) => Promise<void>>()
let current: Language = chooseLanguage(Object.keys(languages) as Language[], readSaved(), navigator.languages)
/** The language that is being loaded: parts of the app that arrive meanwhile bring their messages in it. */
let wanted: Language = current
document.documentElement.lang = current

export type Catalogue<E> = {
  readonly t: Translate<E>
  /** Loads the messages of the language in use; `t` may be called once it is done. */
  readonly load: () => Promise<void>
}

/** Imports one JSON file of messages: ``language => import(`./${language}.json`)``. */
type Loader = (language: Language) => Promise<{ readonly default: Messages }>

/**
 * A set of messages that is loaded language by language, typed by its English file. A part of the app that is loaded
 * later (a reader, say) brings its own and awaits `load()` before it draws. Sets that share messages name several files.
 */
export function defineCatalogue<E extends Messages>(...files: readonly Loader[]): Catalogue<E> {
  let messages: Messages = {}
  const loadInto = async (language: Language) => {
    const loaded = await Promise.all(files.map(file => file(language)))
    // One that was asked for earlier may arrive later.
    if (language === wanted) messages = Object.assign({}, ...loaded.map(file => file.default))
  }
  catalogues.add(loadInto)
  return {
    t: (key, ...values) =>
      fill(messages[key] ?? key, current, values[0] as Record<string, string | number> | undefined),
    load: () => loadInto(wanted),
  }
}

export const currentLanguage = (): Language => current

/** The language with this person's region: dates of an English reader in London are not those of New York. */
export function currentLocale(): string {
  return navigator.languages.find(tag => tag.toLowerCase().split('-')[0] === current) ?? current
}

/** Changes the language everywhere: the app draws itself again when its messages are here. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  try {
    await Promise.all([...catalogues].map(load => load(language)))
  } catch (error) {
    if (wanted === language) wanted = current
    throw error
  }
  if (wanted !== language) return
  current = language
  document.documentElement.lang = language
  try {
    localStorage.setItem(savedAs, language)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readSaved(): string | null {
  try {
    return localStorage.getItem(savedAs)
  } catch {
    return null
  }
}
