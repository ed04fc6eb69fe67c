import { tm } from '../../features/marks'
import { Segmented } from '../../ui/segmented'
import classes from './contents-tabs.module.css'

export type ContentsTab = 'contents' | 'marks'

type Props = {
  readonly contents: string
  readonly tab: ContentsTab
  readonly onTab: (tab: ContentsTab) => void
}

/** The tabs of a panel: contents and marks. */
export function ContentsTabs({ contents, tab, onTab }: Props) {
  return (
    <div className={classes.tabs}>
      <Segmented
        label={contents}
        value={tab}
        onChange={onTab}
        choices={[
          { value: 'contents', label: contents },
          { value: 'marks', label: tm('marks.title') },
        ]}
      />
    </div>
  )
}
