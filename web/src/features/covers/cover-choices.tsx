import { IconCheck, IconCrop, IconTrash } from '@tabler/icons-react'
import { labelled } from '../../messages/labelled'
import { IconButton } from '../../ui/icon-button'
import classes from './covers.module.css'
import { type CoverDto, type CoverSubject, pictureOf } from './covers.queries'
import { tc } from './messages'

type Props = {
  readonly subject: CoverSubject
  readonly covers: readonly CoverDto[]
  readonly busy: boolean
  readonly onSelect: (cover: CoverDto) => void
  readonly onCrop: (cover: CoverDto) => void
  readonly onDelete: (cover: CoverDto) => void
}

/** The covers of a subject, each with its source. The first is the default one; the others were added. */
export function CoverChoices({ subject, covers, busy, onSelect, onCrop, onDelete }: Props) {
  return (
    <ul className={classes.choices} aria-label={tc('covers.list')}>
      {covers.map(cover => {
        const source = sourceName(subject, cover)
        return (
          <li key={cover.id} className={classes.choice}>
            <button
              type="button"
              className={classes.pick}
              aria-pressed={cover.isSelected}
              aria-label={cover.isSelected ? `${source}, ${tc('covers.selected')}` : source}
              disabled={busy}
              onClick={() => !cover.isSelected && onSelect(cover)}
            >
              <img src={pictureOf(subject, cover)} alt="" />
              {cover.isSelected && (
                <span className={classes.check} aria-hidden>
                  <IconCheck size={16} stroke={2.4} />
                </span>
              )}
            </button>
            <div className={classes.caption}>
              <span>{source}</span>
              {cover.id !== subject.id && (
                <span className={classes.tools} data-tools={cover.id}>
                  <IconButton label={labelled(tc('covers.crop'), source)} disabled={busy} onClick={() => onCrop(cover)}>
                    <IconCrop size={17} stroke={1.7} />
                  </IconButton>
                  <IconButton
                    label={labelled(tc('covers.delete'), source)}
                    disabled={busy}
                    onClick={() => onDelete(cover)}
                  >
                    <IconTrash size={17} stroke={1.7} />
                  </IconButton>
                </span>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function sourceName(subject: CoverSubject, cover: CoverDto): string {
  return cover.id === subject.id ? usualSource(subject, cover) : sourceOf(cover)
}

function usualSource({ kind }: CoverSubject, cover: CoverDto): string {
  if (kind === 'name') return tc('source.usual')
  return cover.source.startsWith('book:') ? tc('source.firstBook') : sourceOf(cover)
}

function sourceOf({ source }: CoverDto): string {
  const page = /(?:^|:)page:(\d+)$/.exec(source)?.[1]
  if (page) return tc('source.page', { page })
  if (source.startsWith('book')) return tc('source.book')
  if (source === 'custom' || source === 'extracted' || source === 'folder' || source === 'generated') {
    return tc(`source.${source}`)
  }
  return tc('source.url')
}
