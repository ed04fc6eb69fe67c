/** A sentence with `{name}` places, or one per plural form of the language; the form is chosen by `count`. */
export type Message = string | PluralMessage
export type PluralMessage = { readonly [rule in Intl.LDMLPluralRule]?: string } & { readonly other: string }
export type Messages = Readonly<Record<string, Message>>

/** What another language has to bring: the same keys, the same kind of message under each. */
export type TranslationOf<E extends Messages> = {
  readonly [K in keyof E]: E[K] extends string ? string : PluralMessage
}

type PlacesIn<S> = S extends `${string}{${infer P}}${infer Rest}` ? P | PlacesIn<Rest> : never
type PlacesOf<M> = M extends string ? PlacesIn<M> : PlacesIn<M[keyof M]> | 'count'
type Values<M> = [PlacesOf<M>] extends [never] ? [] : [values: { readonly [P in PlacesOf<M>]: string | number }]

export type Translate<E extends Messages> = <K extends keyof E & string>(key: K, ...values: Values<E[K]>) => string

/** Fills one message: numbers are written as the language writes them. */
export function fill(
  message: Message,
  language: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const sentence = typeof message === 'string' ? message : chooseForm(message, language, Number(values.count ?? 0))
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) return place
    return typeof value === 'number' ? numberFormat(language).format(value) : value
  })
}

function chooseForm(message: PluralMessage, language: string, count: number): string {
  return message[pluralRules(language).select(count)] ?? message.other
}

const pluralRules = remember(language => new Intl.PluralRules(language))
const numberFormat = remember(language => new Intl.NumberFormat(language))

/** Intl objects cost milliseconds to make and are the same for a language all day. */
export function remember<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return language => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}
