import { type RefObject, useEffect, useRef, useState } from 'react'

/** Copies a text, and reports success for two seconds; `shown` is the element with the text. */
export function useCopied(text: string, shown: RefObject<HTMLElement | null>) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    if (!(await copyText(text, shown.current))) return
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  return { copied, copy }
}

/** Over plain HTTP from another machine there is no clipboard API: the text is selected and copied the old way. */
async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (!shown) return false
    getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
