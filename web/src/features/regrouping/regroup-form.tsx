import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { RegroupingDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import { refresh, undo } from '../duplicates/merge.queries'

type Props = {
  readonly title: string
  readonly submit: string
  readonly done: string
  readonly ready: boolean
  readonly act: () => Promise<{ readonly regroupings: readonly RegroupingDto[] }>
  readonly onDone: (made: readonly RegroupingDto[]) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that merges, splits or moves, with an undo afterwards. */
export function RegroupForm({ title, submit, done, ready, act, onDone, onClose, children }: Props) {
  const run = useMutation({
    mutationFn: act,
    onSuccess: ({ regroupings }) => {
      refresh()
      toast({
        message: done,
        action: { label: t('action.undo'), run: () => void undo(regroupings.map(({ id }) => id)) },
      })
      onDone(regroupings)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The form may be inside another page's form.
    event.stopPropagation()
    run.mutate()
  }
  return (
    <Dialog large opened title={title} onClose={onClose}>
      <form className={form.form} onSubmit={onSubmit}>
        {children}
        <FormEnd error={run.error} save={submit} saving={run.isPending} disabled={!ready} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
