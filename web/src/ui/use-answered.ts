import { startTransition, useOptimistic } from 'react'

/**
 * The value of a control that is painted before the change it causes: that is rendered in the background, so that a slow
 * processor answers at once. A promise of `onChange`, such as a navigation, is awaited before the value counts again.
 */
export function useAnswered<V>(value: V, onChange: (value: V) => unknown): [V, (value: V) => void] {
  const [shown, show] = useOptimistic(value)
  const change = (next: V) =>
    startTransition(async () => {
      show(next)
      await onChange(next)
    })
  return [shown, change]
}
