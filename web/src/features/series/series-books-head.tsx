import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { t } from '../../messages'
import { Segmented } from '../../ui/segmented'
import type { GridLook } from '../../ui/virtual-grid'
import classes from './series-books-head.module.css'

type Props = { readonly look: GridLook; readonly onLook: (look: GridLook) => unknown }

export function SeriesBooksHead({ look, onLook }: Props) {
  return (
    <div className={classes.head}>
      <h2 id="series-books" className={classes.title}>
        {t('series.books')}
      </h2>
      <Segmented
        label={t('libraries.view')}
        value={look}
        onChange={onLook}
        choices={[
          { value: 'grid', label: t('libraries.viewGrid'), icon: <IconLayoutGrid size={19} stroke={1.7} /> },
          { value: 'list', label: t('libraries.viewList'), icon: <IconList size={19} stroke={1.7} /> },
        ]}
      />
    </div>
  )
}
