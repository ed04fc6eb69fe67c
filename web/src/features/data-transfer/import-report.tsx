import { Button } from '@mantine/core'
import type { DataImportDto } from '../../api/types'
import { formatNumber } from '../../messages'
import { td } from './messages'
import classes from './own-data.module.css'

type Report = NonNullable<DataImportDto['report']>
type Part = Report['parts'][number]

type Props = {
  readonly report: Report
  readonly isDone: boolean
  readonly pending: boolean
  readonly onApply: () => void
}

const NAMES = [
  ...(['places', 'history', 'sessions', 'ratings', 'marks', 'want-to-read', 'collections'] as const),
  ...(['read-lists', 'preferences', 'saved-filters', 'profile-picture'] as const),
]
const SHOWN_TITLES = 10

const nameOf = (part: Part) => {
  const known = NAMES.find(name => name === part.name)
  return known ? td(`data.part.${known}`) : part.name
}
const skipped = ({ missing, invalid, refused }: Part) => missing + invalid + refused

/** The preview or result of an import. */
export function ImportReport({ report, isDone, pending, onApply }: Props) {
  const { books, missingTitles } = report
  const taken = report.parts.reduce((sum, part) => sum + part.taken, 0)
  const titles = [...new Set(missingTitles.map(({ series, title }) => title ?? series))].slice(0, SHOWN_TITLES)
  return (
    <div className={classes.report}>
      <p>
        {td('data.books', { matched: formatNumber(books.total - books.missing), total: formatNumber(books.total) })}
      </p>
      <table className={classes.table}>
        <caption>{td(isDone ? 'data.reportDone' : 'data.report')}</caption>
        <thead>
          <tr>
            <th scope="col">{td('data.part')}</th>
            <th scope="col">{td('data.taken')}</th>
            <th scope="col">{td('data.known')}</th>
            <th scope="col">{td('data.newer')}</th>
            <th scope="col">{td('data.skipped')}</th>
          </tr>
        </thead>
        <tbody>
          {report.parts
            .filter(({ rows }) => rows > 0)
            .map(part => (
              <tr key={part.name}>
                <th scope="row">{nameOf(part)}</th>
                <td>{formatNumber(part.taken)}</td>
                <td>{formatNumber(part.known)}</td>
                <td>{formatNumber(part.newer)}</td>
                <td>{formatNumber(skipped(part))}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {titles.length > 0 && (
        <p className={classes.hint}>
          {td('data.missing', { titles: `${titles.join(', ')}${missingTitles.length > titles.length ? ' …' : ''}` })}
        </p>
      )}
      {!isDone &&
        (taken > 0 ? (
          <Button loading={pending} onClick={onApply}>
            {td('data.apply', { count: taken })}
          </Button>
        ) : (
          <p className={classes.hint}>{td('data.nothing')}</p>
        ))}
    </div>
  )
}
