import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { DialogForms, useUnsaved } from './unsaved'
import { UnsavedQuestion } from './unsaved-question'

type Guard = {
  /** Closes the dialog, or asks if that would lose changes. */
  readonly tryClose: () => void
  /** Of the element that contains the content. */
  readonly watched: { readonly onInput: (event: FormEvent) => void; readonly onSubmitCapture: () => void }
  /** The content, with the question while it is asked. */
  readonly guarded: (content: ReactNode) => ReactNode
}

/** Typed, but not part of what is saved. */
const PASSING = '[type="search"], [type="password"], form[data-passing] *'

/** Before a dialog closes by Escape, its close button or a click outside: asks if a form in it was changed. */
export function useUnsavedQuestion(opened: boolean, close: () => unknown): Guard {
  const forms = useRef(0)
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // When the form was sent as it is; nothing typed since.
  const sentAt = useRef(Number.POSITIVE_INFINITY)
  const mutations = useQueryClient().getMutationCache()
  useUnsaved(isTyped)
  // A form that was refused, or sent after the session ended, still has changes.
  useEffect(
    () =>
      mutations.subscribe(event => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        if (event.mutation.state.submittedAt >= sentAt.current) setTyped(false)
      }),
    [mutations],
  )
  useEffect(() => {
    if (opened) return
    setTyped(false)
    setAsking(false)
  }, [opened])
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof Element) || !target.closest('form') || target.matches(PASSING)) return
    sentAt.current = Number.POSITIVE_INFINITY
    setTyped(true)
  }
  const discard = () => {
    setAsking(false)
    setTyped(false)
    void close()
  }
  return {
    tryClose: () => {
      if (isAsking) setAsking(false)
      else if (isTyped || forms.current > 0) setAsking(true)
      else void close()
    },
    watched: {
      onInput,
      onSubmitCapture: () => {
        sentAt.current = Date.now()
      },
    },
    guarded: content => (
      <DialogForms value={forms}>
        {content}
        {isAsking && <UnsavedQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
      </DialogForms>
    ),
  }
}
