import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../messages'
import classes from './copy-line.module.css'
import { useCopied } from './use-copied'

/** Copies a text that is shown elsewhere. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const spare = useRef<HTMLElement>(null)
  const { copied, copy } = useCopied(text, spare)
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={18} stroke={2} /> : <IconCopy size={18} stroke={1.7} />}
      aria-label={t('action.copyNamed', { name: label })}
      onClick={() => void copy()}
    >
      {copied ? t('action.copied') : t('action.copy')}
      <span ref={spare} className={classes.spare} aria-hidden>
        {text}
      </span>
    </Button>
  )
}
