import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { catalogueCount, loadMessages } from '../messages'
import { painted } from './painted'

/** A short network interruption should not remove a part of the page. */
const pauses = [300, 1200]
const lost = new WeakSet<object>()

/**
 * A part of a page that is loaded on demand, with its messages, after what asked for it is painted. A failed load is
 * retried twice; after that it is an error of the page.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await painted()
    return patiently(load)
  })
}

/** Whether the error is a failed load of a part: only reloading the page tries again. */
export const isLostPart = (error: unknown): boolean => typeof error === 'object' && error !== null && lost.has(error)

/** Loads a part with its messages, with two retries after pauses; `isLostPart` recognises the final error. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  // Those of other parts may stay missing, such as without a network.
  const earlier = catalogueCount()
  const loadAll = async () => {
    const part = await load()
    await loadMessages(earlier)
    return part
  }
  for (const pause of pauses) {
    try {
      return await loadAll()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  return await loadAll().catch((cause: unknown) => {
    const error = new Error('A part of the app could not be fetched', { cause })
    lost.add(error)
    throw error
  })
}
