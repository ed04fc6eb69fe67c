import { IconArrowAutofitHeight, IconArrowAutofitWidth, IconArrowsMaximize, IconAspectRatio } from '@tabler/icons-react'
import { Choice } from '../chrome/choice'
import { tr } from '../messages'
import type { Fit } from './fit.rules'

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

/** How large pages are, in comics and in ebooks with a fixed layout. */
export function FitChoice({ fit, onChange }: { readonly fit: Fit; readonly onChange: (fit: Fit) => void }) {
  return (
    <Choice
      label={tr('fit')}
      value={fit}
      onChange={onChange}
      options={[
        { value: 'screen', label: tr('fit.screen'), icon: <IconArrowsMaximize {...icon} /> },
        { value: 'width', label: tr('fit.width'), icon: <IconArrowAutofitWidth {...icon} /> },
        { value: 'height', label: tr('fit.height'), icon: <IconArrowAutofitHeight {...icon} /> },
        { value: 'original', label: tr('fit.original'), icon: <IconAspectRatio {...icon} /> },
      ]}
    />
  )
}
