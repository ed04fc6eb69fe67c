import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../messages'
import classes from './copy-line.module.css'

type Props = { readonly label: string; readonly text: string }

/** A text to take along, and the button that takes it. */
export function CopyLine({ label, text }: Props) {
  const [copied, setCopied] = useState(false)
  const code = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    if (await copyText(text, code.current)) {
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), 2000)
    }
  }
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      <div className={classes.box}>
        <code ref={code} className={classes.text}>
          {text}
        </code>
        <button
          type="button"
          className={classes.copy}
          onClick={() => void copy()}
          aria-label={t('action.copyNamed', { name: label })}
        >
          {copied ? <IconCheck size={18} stroke={2} aria-hidden /> : <IconCopy size={18} stroke={1.7} aria-hidden />}
          <span aria-hidden>{copied ? t('action.copied') : t('action.copy')}</span>
        </button>
        <span className={classes.said} role="status">
          {copied ? t('action.copied') : ''}
        </span>
      </div>
    </div>
  )
}

/** Over plain http from another machine there is no clipboard API: the text is selected and copied the old way. */
async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (!shown) return false
    getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
