import type { MarkDto } from '../../api/types'
import { MarkForm, tm } from '../../features/marks'
import { Sheet } from '../chrome/sheet'

type Props = { readonly mark: MarkDto; readonly onClose: () => void }

/** One mark, to change or delete. */
export function MarkSheet({ mark, onClose }: Props) {
  return (
    <Sheet title={tm(`marks.${mark.kind}`)} place="middle" onClose={onClose}>
      <MarkForm mark={mark} onDone={onClose} />
    </Sheet>
  )
}
