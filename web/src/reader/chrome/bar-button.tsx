import type { ReactNode } from 'react'
import classes from './bar-button.module.css'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
  /** For a toggle button. */
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly keys?: string
}

/** A round button of a reader's bar; its name is a tooltip and read out by a screen reader. */
export function BarButton({ label, icon, onClick, pressed, disabled, keys }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
