import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../messages'
import classes from './long-text.module.css'

type Props = {
  readonly text: string
  /** So many lines are shown at first. */
  readonly lines: number
  readonly as?: 'p' | 'h1'
  readonly className?: string | undefined
}

/** The first lines of a text, the rest on demand. */
export function LongText({ text, lines, as: Element = 'p', className = '' }: Props) {
  const [open, setOpen] = useState(false)
  const [long, setLong] = useState(false)
  const words = useRef<HTMLParagraphElement & HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const element = words.current
    if (element && !open) setLong(element.scrollHeight > element.clientHeight + 2)
  }, [open, text])
  return (
    <>
      <Element
        ref={words}
        className={`${classes.text} ${className}`}
        data-open={open}
        style={{ WebkitLineClamp: lines }}
      >
        {text}
      </Element>
      {(long || open) && (
        <button type="button" className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('action.less') : t('action.more')}
        </button>
      )}
    </>
  )
}
