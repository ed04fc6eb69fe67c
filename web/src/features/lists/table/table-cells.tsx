import { IconCheck } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { BookDto, SeriesDto } from '../../../api/types'
import { t } from '../../../messages'
import { fieldLabel } from '../../../messages/field-label'
import { isChoosing } from '../../../ui/choosing'
import { Cover } from '../../../ui/cover'
import { QuickLink } from '../../../ui/quick-link'
import { bookCover, bookTitle } from '../../books'
import { seriesAuthors, seriesCover } from '../../series'
import type { ListKind } from '../question/question'
import type { Chosen } from '../selection/use-selection'
import { columnOf } from './column-cells'
import classes from './list-table.module.css'

type Props = {
  readonly kind: ListKind
  readonly item: SeriesDto | BookDto
  readonly rating: string | undefined
  readonly index: number
  readonly columns: readonly string[]
  /** Every value is labelled. */
  readonly narrow: boolean
  readonly passing: boolean
  readonly chosen: boolean
  readonly onChoose: (item: Chosen, range: boolean) => void
}

/** The cells of one row. */
export function TableCells({ kind, item, rating, index, columns, narrow, passing, chosen, onChoose }: Props) {
  const choose = (event: MouseEvent) => onChoose({ id: item.id, index }, event.shiftKey)
  const open = (event: MouseEvent) => {
    if (!isChoosing(event.currentTarget) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(event)
  }
  const src = kind === 'series' ? seriesCover(item as SeriesDto) : bookCover(item as BookDto)
  const authors = kind === 'series' ? seriesAuthors(item as SeriesDto) : (item as BookDto).authors
  const name = kind === 'series' ? item.title : bookTitle(item as BookDto)
  const aside = [rating, authors].filter(Boolean).join(' · ')
  const title = (
    <>
      <Cover
        key={item.id}
        src={src}
        thumbHash={item.thumbHash}
        title={name}
        passing={passing}
        className={classes.cover}
      />
      <span className={classes.title}>{name}</span>
      {aside && <span className={classes.aside}>{aside}</span>}
    </>
  )
  return (
    <>
      <td className={classes.choice}>
        <button
          type="button"
          className={classes.tick}
          aria-pressed={chosen}
          aria-label={t('card.selectNamed', { title: name })}
          onClick={choose}
        >
          {chosen && <IconCheck size={14} stroke={3} aria-hidden />}
        </button>
      </td>
      <th scope="row" className={classes.name}>
        {kind === 'series' ? (
          <QuickLink to="/series/$seriesId" params={{ seriesId: item.id }} onClick={open}>
            {title}
          </QuickLink>
        ) : (
          <QuickLink to="/books/$bookId" params={{ bookId: item.id }} onClick={open}>
            {title}
          </QuickLink>
        )}
      </th>
      {columns.map(id => {
        const column = columnOf(kind, id)
        const value = column?.cell(item) ?? '–'
        return (
          <td key={id} className={classes.cell} data-text={column?.text ?? false}>
            {narrow ? (
              <>
                <span className={classes.label}>{column && fieldLabel(column.field, 'column')}</span>
                <span className={classes.value}>{value}</span>
              </>
            ) : (
              value
            )}
          </td>
        )
      })}
    </>
  )
}
