import { type Allowed, type Layer, readLayer } from './layered.rules'

export function load<S extends object>(key: string, allowed: Allowed<S>): Layer<S> {
  try {
    return readLayer(localStorage.getItem(key), allowed)
  } catch {
    return {}
  }
}

export function save<S>(key: string, layer: Layer<S>): Layer<S> {
  try {
    localStorage.setItem(key, JSON.stringify(layer))
  } catch {
    // Full or forbidden: the settings last until the page closes.
  }
  return layer
}
