import { IconBook2, IconFile } from '@tabler/icons-react'
import { Choice, SwitchRow } from '../../chrome/choice'
import { SettingsScope } from '../../chrome/settings-scope'
import { Sheet } from '../../chrome/sheet'
import { tr } from '../../messages'
import type { PdfTextProps } from './pdf-text.types'

type Props = Pick<PdfTextProps, 'book' | 'saved'> & { readonly onClose: () => void }

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

export function PdfSettingsSheet({ book, saved, onClose }: Props) {
  const { settings, change } = saved
  const isDouble = settings.spread !== 'none'
  return (
    <Sheet title={tr('settings')} clear onClose={onClose}>
      <Choice
        label={tr('layout')}
        value={isDouble ? 'double' : 'single'}
        onChange={layout => change({ spread: layout === 'double' ? 'odd' : 'none' })}
        options={[
          { value: 'single', label: tr('layout.single'), icon: <IconFile {...icon} /> },
          { value: 'double', label: tr('layout.double'), icon: <IconBook2 {...icon} /> },
        ]}
      />
      {isDouble && (
        <SwitchRow
          label={tr('coverAlone')}
          checked={settings.spread === 'even'}
          onChange={isAlone => change({ spread: isAlone ? 'even' : 'odd' })}
        />
      )}
      <SettingsScope series={book.seriesName ?? ''} saved={saved} home="series" />
      <SwitchRow label={tr('night')} checked={settings.night} onChange={night => change({ night })} />
    </Sheet>
  )
}
