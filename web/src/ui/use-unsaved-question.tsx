import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { DialogForms, useLeaveBlocker, useUnsaved } from './unsaved'
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
const TRANSIENT = '[type="search"], [type="password"], [data-transient] *'

/**
 * Before a dialog closes by Escape, its close button or a click outside, or its page is left: asks if a form in it was
 * changed.
 */
export function useUnsavedQuestion(opened: boolean, close: () => unknown): Guard {
  const [forms, setForms] = useState(0)
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
  const isUnsaved = isTyped || forms > 0
  // What is being saved is not lost; the app then opens what was made. Others that are pending have nothing to do with it.
  const isSaving = () =>
    mutations
      .getAll()
      .some(({ state }) => state.submittedAt >= sentAt.current && ['pending', 'success'].includes(state.status))
  const leaving = useLeaveBlocker(opened && isUnsaved, () => !isSaving())
  const isLeaving = leaving.status === 'blocked'
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof Element) || !target.closest('form') || target.matches(TRANSIENT)) return
    sentAt.current = Number.POSITIVE_INFINITY
    setTyped(true)
  }
  const keep = () => {
    setAsking(false)
    leaving.reset?.()
  }
  const discard = () => {
    setAsking(false)
    setTyped(false)
    leaving.proceed?.()
    void close()
  }
  return {
    tryClose: () => {
      if (isAsking || isLeaving) keep()
      else if (isUnsaved) setAsking(true)
      else void close()
    },
    watched: {
      onInput,
      onSubmitCapture: () => {
        sentAt.current = Date.now()
      },
    },
    guarded: content => (
      <DialogForms value={setForms}>
        {content}
        {(isAsking || isLeaving) && <UnsavedQuestion onKeep={keep} onDiscard={discard} />}
      </DialogForms>
    ),
  }
}
