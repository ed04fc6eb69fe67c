import { Button } from '@mantine/core'
import { useState } from 'react'
import { ta } from '../admin/messages'
import classes from './duplicates-page.module.css'
import type { Merge } from './merge.queries'
import { MergeDialog } from './merge-dialog'

type Props = {
  readonly merge: Merge
  readonly title: string
  /** The element that tells this one from others of the same title. */
  readonly describedBy: string
}

/** Merges the others of a group into this one, after a preview. */
export function KeepButton({ merge, title, describedBy }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={classes.keep}
        aria-label={ta('duplicates.keepNamed', { title })}
        aria-describedby={describedBy}
        onClick={() => setOpened(true)}
      >
        {ta('duplicates.keep')}
      </Button>
      {opened && <MergeDialog merge={merge} title={title} onClose={() => setOpened(false)} />}
    </>
  )
}
