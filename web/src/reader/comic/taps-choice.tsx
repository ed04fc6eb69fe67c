import type { ReadingDirection } from '@octavo/contract/formats'
import { Choice } from '../chrome/choice'
import { tr } from '../messages'
import { TAPS, type Taps, type TapZone, tapZone } from './direction.rules'

type Props = {
  readonly taps: Taps
  readonly direction: ReadingDirection
  readonly onChange: (taps: Taps) => void
}

/** Cells of a picture of the view, across and down. */
const CELLS = 7
const SIZE = { width: 21, height: 28 }
const INK: Readonly<Record<TapZone, number>> = { next: 1, previous: 0.4, centre: 0.1 }

/** Each option shows where a tap turns the page. A tap on a solid cell turns it forward. */
export function TapsChoice({ taps, direction, onChange }: Props) {
  return (
    <Choice
      label={tr('taps')}
      value={taps}
      onChange={onChange}
      options={TAPS.map(value => ({
        value,
        label: tr(`taps.${value}`),
        icon: <ZonesPicture taps={value} direction={direction} />,
      }))}
      hint={tr('taps.hint')}
    />
  )
}

function ZonesPicture({ taps, direction }: Omit<Props, 'onChange'>) {
  const cells = Array.from({ length: CELLS * CELLS }, (_, at) => ({ x: at % CELLS, y: Math.floor(at / CELLS) }))
  return (
    <svg {...SIZE} viewBox={`0 0 ${CELLS} ${CELLS}`} preserveAspectRatio="none" fill="currentColor" aria-hidden>
      {cells.map(({ x, y }) => {
        const zone = tapZone(direction, (x + 0.5) / CELLS, (y + 0.5) / CELLS, taps)
        return <rect key={`${x}.${y}`} x={x} y={y} width={1.02} height={1.02} opacity={INK[zone]} />
      })}
    </svg>
  )
}
