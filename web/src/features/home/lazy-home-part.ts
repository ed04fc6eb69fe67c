import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part of the home page that is fetched when it is needed, with the messages that it says. */
export function lazyHomePart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part, messages] = await Promise.all([load(), import('../presets/messages')])
    await messages.loadPresetMessages()
    return part
  })
}
