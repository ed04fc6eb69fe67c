import { Button } from '@mantine/core'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import classes from './covers.module.css'
import { type CoverSubject, uploadCover } from './covers.queries'
import { tc } from './messages'

type Props = {
  readonly subject: CoverSubject
  readonly busy: boolean
  readonly run: (act: () => Promise<unknown>) => void
}

/** Takes a picture from the disk, by drag and drop, or from the clipboard. */
export function DropPlace({ subject, busy, run }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const upload = (file: Blob | null | undefined) => {
    if (file && !busy) run(() => uploadCover(subject, file))
  }
  const latest = useRef(upload)
  latest.current = upload
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    upload(event.dataTransfer.files[0])
  }
  return (
    <section
      className={classes.drop}
      aria-label={tc('covers.add')}
      data-over={over}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <p>{tc('covers.drop')}</p>
      <Button variant="default" disabled={busy} onClick={() => input.current?.click()}>
        {tc('covers.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={event => {
          upload(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}
