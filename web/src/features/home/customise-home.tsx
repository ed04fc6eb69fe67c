import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FilterPresetDto, HomeRowDto } from '../../api/types'
import { t } from '../../messages'
import { SideSheet } from '../../ui/side-sheet'
import { useDraggedRow } from '../../ui/use-dragged-row'
import { homeQuery, presetsQuery } from '../presets'
import { tp } from '../presets/messages'
import { changeHome, resetHome } from './change-home'
import classes from './customise-home.module.css'
import { rowTitle } from './home-row'
import { RowSetting } from './row-setting'

type Props = { readonly opened: boolean; readonly onClose: () => void }

/** Rows of the home page and their order: every change is saved at once. */
export default function CustomiseHome({ opened, onClose }: Props) {
  const rows = useQuery(homeQuery).data?.rows ?? []
  const presets = useQuery(presetsQuery).data ?? []
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row && to >= 0 && to < rows.length) changeHome(rows.toSpliced(from, 1).toSpliced(to, 0, row))
  }
  const { list, dragged, handle } = useDraggedRow(move)
  const free = presets.filter(({ id }) => !rows.some(row => row.presetId === id))
  const add = ({ id }: FilterPresetDto) => changeHome([...rows, { kind: 'preset', presetId: id, shown: true }])
  return (
    <SideSheet title={t('home.customise')} opened={opened} onClose={onClose}>
      <p className={classes.hint}>{tp('rows.hint')}</p>
      <ol ref={list} className={classes.rows} aria-label={tp('rows.list')}>
        {rows.map((row, index) => (
          <RowSetting
            key={keyOf(row)}
            name={nameOf(row, presets)}
            row={row}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
            isDragged={dragged === index}
            handle={handle(index)}
            onShow={shown => changeHome(rows.with(index, { ...row, shown }))}
            onMove={by => move(index, index + by)}
            onRemove={row.kind === 'preset' ? () => changeHome(rows.toSpliced(index, 1)) : undefined}
          />
        ))}
      </ol>
      {presets.length === 0 && <p className={classes.more}>{tp('rows.none')}</p>}
      {free.length > 0 && (
        <>
          <h3 className={classes.heading}>{tp('rows.add')}</h3>
          <ul className={classes.free}>
            {free.map(preset => (
              <li key={preset.id}>
                <button
                  type="button"
                  onClick={() => add(preset)}
                  aria-label={tp('rows.addNamed', { name: preset.name })}
                >
                  <IconPlus size={18} stroke={1.8} />
                  <span>{preset.name}</span>
                  {!preset.mine && <small>{tp('preset.sharedBy', { name: preset.ownerName })}</small>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" className={classes.reset} onClick={resetHome}>
        {tp('rows.reset')}
      </button>
    </SideSheet>
  )
}

const keyOf = ({ kind, presetId }: HomeRowDto) => presetId ?? kind

function nameOf({ kind, presetId }: HomeRowDto, presets: readonly FilterPresetDto[]): string {
  return presets.find(({ id }) => id === presetId)?.name ?? rowTitle(kind)
}
