import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A network that is gone for a moment takes no part of the page away. */
const pauses = [300, 1200]
const lost = new WeakSet<object>()

/**
 * A part of a page that is fetched when it is needed, with the messages that it says. What could not be fetched is tried
 * again by itself; after that it is an error of the page.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  words: () => Promise<unknown> = async () => undefined,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part] = await Promise.all([patiently(load), patiently(words)])
    return part
  })
}

/** Whether the error is of a part that could not be fetched: only a page that is opened again asks for it again. */
export const isLostPart = (error: unknown): boolean => typeof error === 'object' && error !== null && lost.has(error)

/** Loads a part, once more after a pause where the network was gone; `isLostPart` knows what is thrown in the end. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  return await load().catch((cause: unknown) => {
    const error = new Error('A part of the app could not be fetched', { cause })
    lost.add(error)
    throw error
  })
}
