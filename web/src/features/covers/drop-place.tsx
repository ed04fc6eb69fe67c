import { Button } from '@mantine/core'
import { MOST_COVER_BYTES } from '@octavo/contract/cover-limits'
import { useEffect, useRef, useState } from 'react'
import { formatSize } from '../../messages'
import classes from './covers.module.css'
import { type CoverSubject, uploadCover } from './covers.queries'
import { tc } from './messages'

type Props = {
  readonly subject: CoverSubject
  readonly busy: boolean
  readonly run: (act: () => Promise<unknown>) => void
}

/** Accepts a picture from the disk, dropped anywhere on the page, or from the clipboard. */
export function DropPlace({ subject, busy, run }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = (file: File | undefined) => {
    if (!file) return
    const found = problemOf(file)
    setProblem(found)
    if (found === null) run(() => uploadCover(subject, file))
  }
  const latest = useRef(upload)
  latest.current = upload
  useEffect(() => {
    const given = new AbortController()
    const on = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, act, { signal: given.signal })
    on('paste', event => {
      const [file] = event.clipboardData?.files ?? []
      if (!file) return
      event.preventDefault()
      latest.current(file)
    })
    // A file dropped next to the target would be opened by the browser.
    on('dragover', event => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', event => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', event => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      latest.current(event.dataTransfer.files[0])
    })
    return () => given.abort()
  }, [])
  return (
    <section className={classes.drop} aria-label={tc('covers.add')} data-over={over}>
      <p className={classes.dropHint}>{tc('covers.drop')}</p>
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
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

/** The server's check, without an upload. */
function problemOf({ type, size, name }: File): string | null {
  if (!type.startsWith('image/') && !/\.(avif|heic|heif|jxl)$/i.test(name)) return tc('covers.noImage')
  if (size > MOST_COVER_BYTES) {
    return tc('covers.tooLarge', { size: formatSize(size), most: formatSize(MOST_COVER_BYTES) })
  }
  return null
}
