import { IconChevronRight } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../../../messages'
import { lazyPart } from '../../../../ui/lazy-part'
import section from '../naming/naming-section.module.css'
import type { SourcesDraft } from './sources-draft.rules'

const SourcesFields = lazyPart(() => import('./sources-fields'))

type Props = { readonly draft: SourcesDraft; readonly onChange: (change: (now: SourcesDraft) => SourcesDraft) => void }

/** The metadata sources of a library; collapsed by default. */
export function SourcesSection(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className={section.section} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={section.summary}>
        <IconChevronRight size={18} stroke={1.8} aria-hidden className={section.arrow} />
        <span>{t('libraries.sources')}</span>
        <span className={section.hint}>{t('libraries.sourcesHint')}</span>
      </summary>
      {open && (
        <Suspense fallback={null}>
          <SourcesFields {...props} />
        </Suspense>
      )}
    </details>
  )
}
