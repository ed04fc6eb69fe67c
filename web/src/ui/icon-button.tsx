import type { KeyboardEventHandler, MouseEventHandler, ReactNode } from 'react'
import classes from './icon-button.module.css'

type Props = {
  readonly label: string
  readonly children: ReactNode
  readonly onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  readonly onKeyDown?: KeyboardEventHandler<HTMLButtonElement>
  readonly pressed?: boolean
  /** Opens a menu, and whether it is open. */
  readonly menu?: boolean
  readonly href?: string
  readonly download?: boolean
  readonly disabled?: boolean
  /** Does nothing now, but does not lose the focus. */
  readonly ariaDisabled?: boolean
  readonly danger?: boolean
}

/** A round icon button; its name is a tooltip and read out. */
export function IconButton(props: Props) {
  const { label, children, onClick, onKeyDown, pressed, menu, href, download, disabled, ariaDisabled, danger } = props
  const shared = { className: classes.button, 'aria-label': label, title: label, 'data-danger': danger }
  if (href) {
    return (
      <a {...shared} href={href} download={download}>
        <span className={classes.icon} aria-hidden>
          {children}
        </span>
      </a>
    )
  }
  return (
    <button
      type="button"
      {...shared}
      onClick={ariaDisabled ? undefined : onClick}
      onKeyDown={onKeyDown}
      disabled={disabled}
      aria-disabled={ariaDisabled}
      {...(pressed === undefined ? {} : { 'data-pressed': pressed })}
      {...(menu === undefined ? {} : { 'aria-haspopup': 'menu' as const, 'aria-expanded': menu })}
    >
      {children}
    </button>
  )
}
