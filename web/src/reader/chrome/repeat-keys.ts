import { takeKeys } from '../../ui/held-keys'

/** Repeats the keys that were pressed while the app was loading, up to the search: what follows is text. */
export function repeatKeys(): void {
  takeKeys().some(pressed => {
    window.dispatchEvent(pressed)
    return pressed.key === '/'
  })
}
