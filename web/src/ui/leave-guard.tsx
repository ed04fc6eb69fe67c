import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog'
import { useUnsaved } from './unsaved'

type Props = {
  readonly title: string
  readonly children: ReactNode
  readonly leaveLabel: string
}

/** While mounted: asks before leaving the page. For a closed or reloaded tab the browser asks. */
export function LeaveGuard({ title, children, leaveLabel }: Props) {
  useUnsaved(true)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
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
