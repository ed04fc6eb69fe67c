import { useEffect, useRef } from 'react'

/** Takes the focus of a sent form to the first field that something is wrong with; `tries` counts. */
export function useFirstFault(error: unknown, tries: number) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try is looked at again
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, tries])
  return form
}
