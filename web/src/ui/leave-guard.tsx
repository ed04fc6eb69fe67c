import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog'
import { useLeaveBlocker, useUnsaved } from './unsaved'

type Props = {
  readonly title: string
  readonly children: ReactNode
  readonly leaveLabel: string
}

/** While mounted: asks before leaving the page. */
export function LeaveGuard({ title, children, leaveLabel }: Props) {
  useUnsaved(true)
  const { status, proceed, reset } = useLeaveBlocker(true, () => true)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={leaveLabel}
      opened={status === 'blocked'}
      pending={false}
      error={null}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {children}
    </ConfirmDialog>
  )
}
