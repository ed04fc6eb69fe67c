import { IconChevronRight } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'
import { lazyPart } from '../../../../ui/lazy-part'
import type { NamingDraft } from './naming-draft.rules'
import classes from './naming-section.module.css'

const NamingFields = lazyPart(() => import('./naming-fields'))

type Props = {
  /** Absent for a new library. */
  readonly library: LibraryDto | undefined
  readonly paths: readonly string[]
  /** File settings that affect the preview. */
  readonly files: object
  readonly draft: NamingDraft
  readonly onChange: (change: (now: NamingDraft) => NamingDraft) => void
}

/** How series and books are named; collapsed, as most people do not need it. */
export function NamingSection(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.section} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={18} stroke={1.8} aria-hidden className={classes.arrow} />
        <span>{t('libraries.names')}</span>
        <span className={classes.hint}>{t('libraries.namesHint')}</span>
      </summary>
      {open && (
        <Suspense fallback={null}>
          <NamingFields {...props} />
        </Suspense>
      )}
    </details>
  )
}
