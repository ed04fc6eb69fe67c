import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MarkDto, MyMarkDto } from '../../api/types'
import { formatDate } from '../../messages'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { LongText } from '../../ui/long-text'
import { bookCover } from '../books'
import { recordedTitle } from '../books/recorded-title'
import { markIcon } from './mark-icon'
import { markName, markPlace } from './mark-words'
import classes from './marks-page.module.css'
import { tm } from './messages'

type Props = {
  readonly mark: MyMarkDto
  /** The first mark of its book: with cover and title. */
  readonly head: boolean
  readonly onEdit: () => void
}

export function MarkRow({ mark, head, onEdit }: Props) {
  const title = recordedTitle(mark.bookTitle, mark.seriesTitle)
  const cover = { id: mark.bookId, coverVersion: mark.coverVersion ?? null, drawnCover: null }
  return (
    <li className={classes.item} data-head={head}>
      {head && (
        <div className={classes.book}>
          <span className={classes.cover}>
            <Cover src={bookCover(cover as never)} thumbHash={mark.thumbHash ?? null} title={title} />
          </span>
          <span className={classes.names}>
            <Link to="/books/$bookId" params={{ bookId: mark.bookId }}>
              <span title={title}>{title}</span>
            </Link>
            <Link to="/series/$seriesId" params={{ seriesId: mark.seriesId }} className={classes.series}>
              <span title={mark.seriesTitle}>{mark.seriesTitle}</span>
            </Link>
          </span>
        </div>
      )}
      <MarkLine mark={mark} onEdit={onEdit} />
    </li>
  )
}

/** One mark: its text, a link to its place, and editing. */
export function MarkLine({ mark, onEdit }: { readonly mark: MarkDto; readonly onEdit: () => void }) {
  const Icon = markIcon(mark)
  const search = mark.page == null ? { mark: mark.id } : { page: mark.page }
  return (
    <div className={classes.mark} data-bare={!mark.quote && !mark.note}>
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {mark.quote && (
          <blockquote className={classes.quote} data-color={mark.color ?? undefined}>
            {mark.kind === 'bookmark' ? `${mark.quote}…` : mark.quote}
          </blockquote>
        )}
        {mark.note && <LongText text={mark.note} lines={6} className={classes.note} />}
        <p className={classes.where}>
          <Link
            to="/books/$bookId/read"
            params={{ bookId: mark.bookId }}
            search={search}
            aria-label={tm('marks.go', { mark: markName(mark) })}
          >
            {markPlace(mark)}
          </Link>
          <span>{dotted([formatDate(mark.createdAt), mark.stale && tm('marks.stale')])}</span>
        </p>
      </div>
      <IconButton label={tm('marks.editOf', { mark: markName(mark) })} onClick={onEdit}>
        <IconPencil size={18} stroke={1.6} />
      </IconButton>
    </div>
  )
}
