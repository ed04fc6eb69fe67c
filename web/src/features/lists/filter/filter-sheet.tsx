import { Drawer } from '@mantine/core'
import { t } from '../../../messages'
import { UNDESCRIBED } from '../../../ui/dialog'
import { useOverlay } from '../../../ui/use-overlay'
import FilterPanel from './filter-panel'
import classes from './filter-sheet.module.css'
import type { PanelProps } from './panel-props'

/** The filters above the list; full-screen on a phone. */
export default function FilterSheet(props: PanelProps) {
  const overlay = useOverlay(true, props.onClose)
  return (
    <Drawer
      {...overlay}
      position="right"
      size={420}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('lists.filter') }, ...UNDESCRIBED }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <FilterPanel {...props} />
    </Drawer>
  )
}
