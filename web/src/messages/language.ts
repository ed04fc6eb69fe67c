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

/** Imports one JSON file of messages: ``language => import(`./${language}.json`)``. */
type Loader = (language: Language) => Promise<{ readonly default: Messages }>

/**
 * A set of messages, typed by its English file; sets can share files. A lazy part of the app (such as a reader) has its
 * own set, which is loaded with it.
 */
export function defineCatalogue<E extends Messages>(...files: readonly Loader[]): Translate<E> {
  let messages: Messages = {}
  let loaded: Language | null = null
  catalogues.add(async language => {
    if (loaded === language) return
    const parts = await Promise.all(files.map(file => file(language)))
    // An earlier request may arrive later.
    if (language !== wanted) return
    messages = Object.assign({}, ...parts.map(part => part.default))
    loaded = language
  })
  return (key, ...values) =>
    fill(messages[key] ?? key, current, values[0] as Record<string, string | number> | undefined)
}

/** How many sets of messages the parts of the app that have arrived use. */
export const catalogueCount = (): number => catalogues.size

/** Loads the messages of every part of the app that has arrived. Fails if one is missing, unless it is an earlier one. */
export const loadMessages = (earlier = 0): Promise<unknown> =>
  Promise.all([...catalogues].map((load, at) => load(wanted).catch(error => at < earlier || Promise.reject(error))))

export const currentLanguage = (): Language => current

/** The language with the user's region: dates of an English reader in London are not those of New York. */
export function currentLocale(): string {
  return navigator.languages.find(tag => tag.toLowerCase().split('-')[0] === current) ?? current
}

/** Changes the language everywhere: the app renders again when its messages are loaded. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  try {
    await loadMessages()
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
