import { lazyRouteComponent } from '@tanstack/react-router'
import { patiently } from '../ui/lazy-part'

/**
 * A page that is fetched when it is opened. One that cannot be fetched is an error in the frame: the router by itself
 * would load the address again, and without a network that takes away the app.
 */
export const lazyScreen = <T extends Record<string, unknown>, K extends keyof T = 'default'>(
  load: () => Promise<T>,
  name?: K,
) => lazyRouteComponent(() => patiently(load), name)
