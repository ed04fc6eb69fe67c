import { fill, type Messages, type Translate } from './catalogue'
import { chooseLanguage } from './choose-language'
import { type LostPart, patiently } from './lost-part'

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
 * own set, which is loaded with it. Its texts throw a LostPart if they could not be fetched. `load` loads this set alone.
 */
export function defineCatalogue<E extends Messages>(
  ...files: readonly Loader[]
): Translate<E> & { readonly load: () => Promise<void> } {
  let messages: Messages = {}
  let loaded: Language | null = null
  let lost: LostPart | null = null
  const fetched = (language: Language) => Promise.all(files.map(file => file(language)))
  const load = async (language: Language) => {
    if (loaded === language) return
    // Without a network, those of a page seen before must not delay every other page.
    const parts = await (lost ? fetched(language) : patiently(() => fetched(language))).catch((error: LostPart) => {
      if (!loaded) lost ??= error
      throw error
    })
    // An earlier request may arrive later.
    if (language !== wanted) return
    messages = Object.assign({}, ...parts.map(part => part.default))
    loaded = language
    lost = null
  }
  catalogues.add(load)
  const translate: Translate<E> = (key, ...values) => {
    if (lost) throw lost
    return fill(messages[key] ?? key, currentLocale(), values[0] as Record<string, string | number> | undefined)
  }
  return Object.assign(translate, { load: () => load(wanted) })
}

/** Loads the messages of every part of the app that has arrived. */
export const loadMessages = (): Promise<unknown> => Promise.all([...catalogues].map(load => load(wanted)))

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
