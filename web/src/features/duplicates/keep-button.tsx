import { Button } from '@mantine/core'
import { useState } from 'react'
import { ta } from '../admin/messages'
import classes from './duplicates-page.module.css'
import type { Merge } from './merge.queries'
import { MergeDialog } from './merge-dialog'

/** Merges the others of a group into this one, after a preview. */
export function KeepButton({ merge, title }: { readonly merge: Merge; readonly title: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={classes.keep}
        aria-label={ta('duplicates.keepNamed', { title })}
        onClick={() => setOpened(true)}
      >
        {ta('duplicates.keep')}
      </Button>
      {opened && <MergeDialog merge={merge} title={title} onClose={() => setOpened(false)} />}
    </>
  )
}
