import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment, useRef } from 'react'
import { t } from '../messages'
import classes from './copy-line.module.css'
import { useCopied } from './use-copied'

type Props = { readonly label: string; readonly text: string }

/** Where an address is broken, rather than inside of a word. */
const BEFORE_SLASH = /(?<=[^/:])(?=\/)/

/** A text with a copy button. */
export function CopyLine({ label, text }: Props) {
  const code = useRef<HTMLElement>(null)
  const { copied, copy } = useCopied(text, code)
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      <div className={classes.box}>
        <code ref={code} className={classes.text}>
          {text.split(BEFORE_SLASH).map((part, at, parts) => (
            <Fragment key={parts.slice(0, at).join('')}>
              {at > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
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
