import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../messages'
import classes from './summary.module.css'

/** A description: its first lines, the rest on demand. HTML from files is shown as plain text. */
export function Summary({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false)
  const [long, setLong] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = paragraph.current
    if (element && !open) setLong(element.scrollHeight > element.clientHeight + 2)
  }, [open])
  return (
    <div className={classes.summary}>
      <p ref={paragraph} className={classes.text} data-open={open}>
        {text}
      </p>
      {(long || open) && (
        <button type="button" className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('action.less') : t('action.more')}
        </button>
      )}
    </div>
  )
}
