import { IconLayoutGrid, IconList, IconNotes } from '@tabler/icons-react'
import { tm } from '../../features/marks'
import { Segmented } from '../../ui/segmented'
import { tr } from '../messages'
import classes from './contents-tabs.module.css'

export type ContentsTab = 'contents' | 'pages' | 'marks'

type Props = {
  readonly contents: string
  /** Whether the pages have a tab of their own. */
  readonly pages?: boolean
  readonly tab: ContentsTab
  readonly onTab: (tab: ContentsTab) => void
}

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

/** The tabs of a panel: contents and marks. Three of them have icons, which fit a phone. */
export function ContentsTabs({ contents, pages = false, tab, onTab }: Props) {
  return (
    <div className={classes.tabs}>
      <Segmented
        label={contents}
        value={tab}
        onChange={onTab}
        choices={[
          { value: 'contents', label: contents, ...(pages && { icon: <IconList {...icon} /> }) },
          ...(pages ? [{ value: 'pages' as const, label: tr('pages'), icon: <IconLayoutGrid {...icon} /> }] : []),
          { value: 'marks', label: tm('marks.title'), ...(pages && { icon: <IconNotes {...icon} /> }) },
        ]}
      />
    </div>
  )
}
