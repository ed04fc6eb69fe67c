import { fill, type Messages, type Translate } from './catalogue'
import { chooseLanguage } from './choose-language'

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Language = keyof typeof languages

const savedAs = 'octavo.language'
const listeners = new Set<() => void>()
const catalogues = new Set<(language: Language) => Promise<void>>()
let current: Language = chooseLanguage(Object.keys(languages) as Language[], readSaved(), navigator.languages)
/** The language being loaded: parts of the app that arrive meanwhile load their messages in it. */
let wanted: Language = current
document.documentElement.lang = current

export type Catalogue<E> = {
  readonly t: Translate<E>
  /** Loads the messages of the current language; `t` may be called afterwards. */
  readonly load: () => Promise<void>
}

/** Imports one JSON file of messages: ``language => import(`./${language}.json`)``. */
type Loader = (language: Language) => Promise<{ readonly default: Messages }>

/**
 * A set of messages loaded by language, typed by its English file. A lazy part of the app (such as a reader) has its
 * own set and awaits `load()` before it renders. Sets can share files.
 */
export function defineCatalogue<E extends Messages>(...files: readonly Loader[]): Catalogue<E> {
  let messages: Messages = {}
  const loadInto = async (language: Language) => {
    const loaded = await Promise.all(files.map(file => file(language)))
    // An earlier request may arrive later.
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

/** The language with the user's region: dates of an English reader in London are not those of New York. */
export function currentLocale(): string {
  return navigator.languages.find(tag => tag.toLowerCase().split('-')[0] === current) ?? current
}

/** Changes the language everywhere: the app renders again when its messages are loaded. */
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
    // Without storage the choice lasts until the page closes.
  }
  for (const listener of listeners) listener()
}

export function onLanguage(listener: () => void): () => void {
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
