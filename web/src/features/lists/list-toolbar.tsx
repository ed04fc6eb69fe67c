import { IconAdjustmentsHorizontal, IconLayoutGrid, IconList, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../messages'
import { Segmented } from '../../ui/segmented'
import classes from './list-toolbar.module.css'
import { OrderButton } from './order/order-button'
import { conditionFor } from './question/filter-text.rules'
import { partsOf, type Question, type QuestionChange, usualSort } from './question/question'
import { SearchField } from './search-field'

type Props = {
  readonly question: Question
  readonly onAsk: (change: QuestionChange) => unknown
  readonly filtering: boolean
  readonly onFilter: () => void
  /** Controls of the view: cover size or columns. */
  readonly options?: ReactNode
  /** Saved filters for this list. */
  readonly saved?: ReactNode
}

export function ListToolbar({ question, onAsk, filtering, onFilter, options, saved }: Props) {
  const { kind, view, text, condition } = question
  const set = partsOf(condition).length
  return (
    <search className={classes.bar}>
      <Segmented
        label={t('libraries.show')}
        value={kind}
        onChange={now =>
          onAsk(({ text, condition, kind }) => ({
            kind: now,
            sort: usualSort(now, text),
            condition: conditionFor(now, condition, kind),
          }))
        }
        choices={[
          { value: 'series', label: t('libraries.showSeries') },
          { value: 'books', label: t('libraries.showBooks') },
        ]}
      />
      <SearchField text={text} onText={text => onAsk({ text })} />
      <button
        type="button"
        className={classes.tool}
        title={set > 0 ? t('lists.filterSet', { count: set }) : undefined}
        aria-expanded={filtering}
        data-on={set > 0}
        onClick={onFilter}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.7} />
        <span>{t('lists.filter')}</span>
        {set > 0 && <span className={classes.badge}>{set}</span>}
      </button>
      <OrderButton question={question} onChange={sort => onAsk({ sort })} />
      {saved}
      <div className={classes.views}>
        {options}
        <Segmented
          label={t('libraries.view')}
          value={view}
          onChange={view => onAsk({ view })}
          choices={[
            { value: 'grid', label: t('libraries.viewGrid'), icon: <IconLayoutGrid size={19} stroke={1.7} /> },
            { value: 'list', label: t('libraries.viewList'), icon: <IconList size={19} stroke={1.7} /> },
            { value: 'table', label: t('lists.viewTable'), icon: <IconTable size={19} stroke={1.7} /> },
          ]}
        />
      </div>
    </search>
  )
}
