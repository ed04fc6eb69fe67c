import { useQuery } from '@tanstack/react-query'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import { findChapter, plainPath } from './locator.rules'
import classes from './small-sheets.module.css'
import type { Epub } from './use-epub'

type Props = { readonly epub: Epub; readonly href: string; readonly onClose: () => void }

/** Shows a footnote in place, without a jump to the end of the book. */
export function NoteSheet({ epub, href, onClose }: Props) {
  const note = useQuery({
    queryKey: ['reader', 'note', epub.book.id, href],
    queryFn: () => noteText(epub, href),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Sheet title={tr('note')} place="middle" onClose={onClose}>
      <p className={classes.note}>{note.isError ? tr('note.none') : note.data}</p>
      <button
        type="button"
        className={classes.quiet}
        onClick={() => {
          onClose()
          epub.follow(href)
        }}
      >
        {tr('note.go')}
      </button>
    </Sheet>
  )
}

async function noteText(epub: Epub, href: string): Promise<string> {
  const id = plainPath(href.split('#')[1] ?? '')
  const document = await epub.chapters.parsed(findChapter(epub.chapters.links, href))
  const target = document.getElementById(id) ?? document.getElementsByName(id)[0]
  const note = target?.closest('aside, li, p, div, dd, td') ?? target
  const parts = [...(note?.querySelectorAll('p, li, blockquote') ?? [])].filter(part => !part.querySelector('p, li'))
  const tidy = (part: Element) => part.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const text = parts.length > 1 ? parts.map(tidy).join('\n') : note && tidy(note)
  if (!text) throw new Error('no note')
  return text
}
