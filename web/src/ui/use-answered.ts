import { startTransition, useOptimistic } from 'react'
import { afterPaint } from './painted'

/**
 * The value of a control that is painted before the change it causes: that is made and rendered afterwards, so that a slow
 * processor answers at once. A promise of `onChange`, such as a navigation, is awaited before the value counts again.
 */
export function useAnswered<V>(value: V, onChange: (value: V) => unknown): [V, (value: V) => void] {
  const [shown, show] = useOptimistic(value)
  const change = (next: V) =>
    startTransition(async () => {
      show(next)
      let changed: unknown
      await new Promise<void>(resolve =>
        afterPaint(() => {
          startTransition(() => {
            changed = onChange(next)
          })
          resolve()
        }),
      )
      await changed
    })
  return [shown, change]
}
