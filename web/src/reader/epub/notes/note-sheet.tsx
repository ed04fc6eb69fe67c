import { useQuery } from '@tanstack/react-query'
import { Sheet } from '../../chrome/sheet'
import { tr } from '../../messages'
import { findChapter, plainPath } from '../locator.rules'
import type { Epub } from '../use-epub'
import { findNote } from './find-note.rules'
import { NoteContent, type NoteLinks } from './note-content'
import classes from './note-sheet.module.css'

type Props = {
  readonly epub: Epub
  readonly href: string
  readonly onClose: () => void
  /** Another note, which replaces this one. */
  readonly onNote: (href: string) => void
  readonly onAway: NoteLinks['onAway']
}

/** Shows a footnote in place, without a jump to the end of the book. */
export function NoteSheet({ epub, href, onClose, onNote, onAway }: Props) {
  const note = useQuery({
    queryKey: ['reader', 'note', epub.book.id, href],
    queryFn: () => noteAt(epub, href),
    staleTime: Number.POSITIVE_INFINITY,
    // Its elements and the addresses of its pictures are of this visit.
    gcTime: 0,
    retry: false,
  })
  const go = (to: string) => {
    onClose()
    epub.follow(to)
  }
  const onInner = (to: string, isNote: boolean) => (isNote ? onNote(to) : go(to))
  return (
    <Sheet title={tr('note')} place="middle" onClose={onClose}>
      {note.isError && <p className={classes.none}>{tr('note.none')}</p>}
      {note.data && (
        <>
          <div className={classes.note} lang={epub.manifest.metadata.language ?? undefined} dir="auto">
            <NoteContent {...note.data} links={{ onInner, onAway }} />
          </div>
          <button type="button" className={classes.go} onClick={() => go(href)}>
            {tr('note.go')}
          </button>
        </>
      )}
    </Sheet>
  )
}

async function noteAt({ chapters }: Epub, href: string) {
  const chapter = findChapter(chapters.links, href)
  if (chapter === -1) throw new Error('no such chapter')
  const { clean, place } = await chapters.open(chapter, 'passing')
  const parts = findNote(clean, plainPath(href.split('#')[1] ?? ''))
  if (parts.length === 0) throw new Error('no note')
  return { parts, address: place.address }
}
