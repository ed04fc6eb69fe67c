import { IconFileExport } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../messages'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import type { ExportedList } from './export-dialog'

const ExportDialog = lazyPart(() => import('./export-dialog'))

/** Exports a list; its dialog is loaded when it is first opened. */
export function ExportButton({ list }: { readonly list: ExportedList }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <IconButton label={t('lists.export')} onClick={() => setOpened(true)}>
        <IconFileExport size={20} stroke={1.7} />
      </IconButton>
      {opened && (
        <Suspense>
          <ExportDialog list={list} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
