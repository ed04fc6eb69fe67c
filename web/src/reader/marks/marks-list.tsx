import { IconPencil } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import type { MarkDto } from '../../api/types'
import { markIcon, markName, markPlace, tm } from '../../features/marks'
import { Segmented } from '../../ui/segmented'
import { BarButton } from '../chrome/bar-button'
import classes from './marks-list.module.css'

type Props = {
  readonly marks: readonly MarkDto[]
  readonly onGo: (mark: MarkDto) => void
  readonly onEdit: (mark: MarkDto) => void
  /** A thumbnail of the place. */
  readonly picture?: ((mark: MarkDto) => string) | undefined
}

const isBookmark = ({ kind }: MarkDto) => kind === 'bookmark'
const SHOWN = {
  all: () => true,
  bookmarks: isBookmark,
  highlights: (mark: MarkDto) => mark.kind === 'highlight',
  notes: (mark: MarkDto) => mark.note !== null,
} as const
type Shown = keyof typeof SHOWN

/** A highlight is no bookmark of its page. */
export const bookmarksOf = (marks: readonly MarkDto[]) => marks.filter(isBookmark)

/** Bookmarks, highlights and notes of the open book, by place. */
export function MarksList({ marks, onGo, onEdit, picture }: Props) {
  const [shown, setShown] = useState<Shown>('all')
  const some = marks.filter(SHOWN[shown])
  return (
    <>
      <div className={classes.kinds}>
        <Segmented
          label={tm('marks.kind')}
          value={shown}
          onChange={setShown}
          choices={(['all', 'bookmarks', 'highlights', 'notes'] as const).map(value => ({
            value,
            label: tm(value === 'notes' ? 'marks.withNote' : `marks.${value}`),
          }))}
        />
      </div>
      {some.length === 0 && <p className={classes.none}>{tm(marks.length === 0 ? 'marks.empty' : 'marks.noHits')}</p>}
      <ol className={classes.list}>
        {some.map((mark, at) => {
          const Icon = markIcon(mark)
          return (
            <li key={mark.id} className={classes.item}>
              <button
                type="button"
                className={classes.mark}
                data-first-focus={at === 0 ? '' : undefined}
                style={mark.color ? ({ '--mark': `var(--mark-${mark.color})` } as CSSProperties) : undefined}
                onClick={() => onGo(mark)}
              >
                {picture && mark.page != null ? (
                  <img className={classes.picture} src={picture(mark)} alt="" loading="lazy" />
                ) : (
                  <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
                )}
                <span className={classes.words}>
                  <span className={classes.where} data-color={mark.color != null && !mark.quote}>
                    {markPlace(mark)}
                    {mark.stale && ` · ${tm('marks.stale')}`}
                  </span>
                  {mark.quote && (
                    <span className={classes.quote}>{mark.kind === 'bookmark' ? `${mark.quote}…` : mark.quote}</span>
                  )}
                  {mark.note && <span className={classes.note}>{mark.note}</span>}
                </span>
              </button>
              <BarButton
                label={tm('marks.editOf', { mark: markName(mark) })}
                icon={<IconPencil size={19} stroke={1.6} />}
                onClick={() => onEdit(mark)}
              />
            </li>
          )
        })}
      </ol>
    </>
  )
}
