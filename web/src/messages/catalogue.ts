/** The text of a message with parameters of these names; `npm run messages` declares them next to `en.json`. */
export type Message<Place extends string = never> = string & { readonly places?: Place }
export type Messages = { readonly [key: string]: Message<string> }

type PlacesOf<M> = M extends Message<string> ? NonNullable<M['places']> : never
type Values<M> = [PlacesOf<M>] extends [never] ? [] : [values: { readonly [P in PlacesOf<M>]: string | number }]

export type Translate<E> = <K extends keyof E & string>(key: K, ...values: Values<E[K]>) => string

/**
 * Formats one ICU message: `{name}` becomes a value, numbers in the locale's format; `{count, plural, one {# book}
 * other {# books}}` becomes the plural form of the number.
 */
export function fill(message: string, locale: string, values: Readonly<Record<string, string | number>> = {}): string {
  const written = (value: string | number) => (typeof value === 'number' ? numberFormat(locale).format(value) : value)
  const sentence = message.includes(', plural,') ? withForms(message, locale, values, written) : message
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : written(value)
  })
}

/** The branches of a plural: braces are nested at most twice in it. */
const PLURAL = /\{(\w+), plural,((?:[^{}]|\{(?:[^{}]|\{\w+\})*\})*)\}/g
const FORM = /([a-z]+)\s*\{((?:[^{}]|\{\w+\})*)\}/g

function withForms(
  message: string,
  locale: string,
  values: Readonly<Record<string, string | number>>,
  written: (value: string | number) => string,
): string {
  return message.replace(PLURAL, (_, name: string, forms: string) => {
    const count = values[name] ?? 0
    const byRule = Object.fromEntries([...forms.matchAll(FORM)].map(([, rule = '', text = '']) => [rule, text]))
    const chosen = byRule[pluralRules(locale).select(Number(count))] ?? byRule.other ?? ''
    return chosen.replaceAll('#', written(count))
  })
}

const pluralRules = remember(language => new Intl.PluralRules(language))
const numberFormat = remember(language => new Intl.NumberFormat(language))

/** Intl objects take milliseconds to create and depend only on the language. */
export function remember<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return language => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}
