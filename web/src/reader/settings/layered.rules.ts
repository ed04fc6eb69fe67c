/** Layered settings: defaults, then the reader's, then a series'. */
export type Layer<S> = { readonly [K in keyof S]?: S[K] | undefined }

/** Allowed values of each setting; anything else in storage is ignored. */
export type Allowed<S> = { readonly [K in keyof S]: (value: unknown) => boolean }

export function layered<S extends object>(standard: S, ...layers: readonly Layer<S>[]): S {
  const settings = { ...standard }
  for (const layer of layers) {
    for (const key of Object.keys(standard) as (keyof S)[]) {
      const value = layer[key]
      if (value !== undefined) settings[key] = value as S[keyof S]
    }
  }
  return settings
}

/** Parses a stored layer: unknown names and invalid values, for example of another version, are dropped. */
export function readLayer<S extends object>(text: string | null, allowed: Allowed<S>): Layer<S> {
  if (text === null) return {}
  try {
    return possibleLayer(JSON.parse(text), allowed)
  } catch {
    return {}
  }
}

/** The same for a parsed one. */
export function possibleLayer<S extends object>(stored: unknown, allowed: Allowed<S>): Layer<S> {
  if (typeof stored !== 'object' || stored === null) return {}
  const known = Object.entries(stored).filter(([key, value]) => key in allowed && allowed[key as keyof S](value))
  return Object.fromEntries(known) as Layer<S>
}

/** Splits a layer into these settings and the rest. */
export function splitLayer<S>(layer: Layer<S>, some: readonly (keyof S)[]): [Layer<S>, Layer<S>] {
  const entries = Object.entries(layer)
  const part = (keep: boolean) =>
    Object.fromEntries(entries.filter(([key]) => some.includes(key as keyof S) === keep)) as Layer<S>
  return [part(true), part(false)]
}

export const oneOf =
  <V extends string>(values: readonly V[]) =>
  (value: unknown): value is V =>
    values.includes(value as V)

export const within = (least: number, most: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value <= most

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
