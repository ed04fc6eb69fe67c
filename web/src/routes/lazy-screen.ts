import { lazyRouteComponent } from '@tanstack/react-router'
import { withMessages } from '../ui/lazy-part'

/**
 * A lazy page. A loading error is shown in the frame: the router itself would reload the address, which offline would
 * replace the app.
 */
export const lazyScreen = <T extends Record<string, unknown>, K extends keyof T = 'default'>(
  load: () => Promise<T>,
  name?: K,
) => lazyRouteComponent(() => withMessages(load), name)
