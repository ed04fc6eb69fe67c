import { type ReactNode, useEffect, useRef } from 'react'
import { belowBase } from '../api/base-path'
import { takeKeys } from './early-keys'
import classes from './entry-frame.module.css'
import { useServerName } from './server-name'
import { useRootAttribute } from './use-root-attribute'

type Props = {
  readonly title: string
  readonly text?: ReactNode
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Frame of pages before sign-in: sign-in and the first run. */
export function EntryFrame({ title, text, wide = false, children }: Props) {
  useRootAttribute('data-entry', '')
  // Pressed before this page was there, they may be of a password: the app repeats none of them after signing in.
  useEffect(() => void takeKeys(), [])
  const heading = useRef<HTMLHeadingElement>(null)
  const step = useRef(title)
  // The next step takes away the button that led to it.
  useEffect(() => {
    if (step.current !== title && document.activeElement === document.body) heading.current?.focus()
    step.current = title
  }, [title])
  return (
    <main className={classes.frame}>
      <div className={classes.panel} data-wide={wide}>
        <div className={classes.brand}>
          <img src={belowBase('/icon.svg')} alt="" width={40} height={40} />
          <span>{useServerName()}</span>
        </div>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </div>
    </main>
  )
}
