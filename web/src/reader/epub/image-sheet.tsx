import { useState } from 'react'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import classes from './small-sheets.module.css'

type Props = { readonly src: string; readonly alt: string; readonly onClose: () => void }

/** A picture of the book on its own; a click shows it in its full size. */
export function ImageSheet({ src, alt, onClose }: Props) {
  const [large, setLarge] = useState(false)
  return (
    <Sheet title={alt || tr('image')} place="full" onClose={onClose}>
      <button type="button" className={classes.picture} data-large={large} onClick={() => setLarge(!large)}>
        <img src={src} alt={alt} />
      </button>
    </Sheet>
  )
}
