import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { LostPart, loadMessages, patiently } from '../messages'
import { painted } from './painted'

/** A part of a page that is loaded on demand, with its messages, after what asked for it is painted. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await painted()
    return withMessages(load)
  })
}

/** Whether the error is a failed load of a part: only reloading the page tries again. */
export const isLostPart = (error: unknown): boolean => error instanceof LostPart

/**
 * Loads a part with its messages, with retries. Messages that are missing are an error of what shows them.
 * @throws LostPart
 */
export async function withMessages<T>(load: () => Promise<T>): Promise<T> {
  const part = await patiently(load)
  await loadMessages().catch(() => undefined)
  return part
}
