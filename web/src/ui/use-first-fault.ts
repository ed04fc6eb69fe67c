import { useEffect, useRef } from 'react'

/** Focuses the first invalid field of a submitted form; `tries` counts submissions. */
export function useFirstFault(error: unknown, tries: number) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try is looked at again
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, tries])
  return form
}
