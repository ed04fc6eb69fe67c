import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part of the lists that is fetched when it is needed, with the messages that it says. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part, messages] = await Promise.all([load(), import('./messages')])
    await messages.loadListMessages()
    return part
  })
}
