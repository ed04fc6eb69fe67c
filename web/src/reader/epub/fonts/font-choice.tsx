import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { BarButton } from '../../chrome/bar-button'
import { Choice } from '../../chrome/choice'
import { tr } from '../../messages'
import classes from './font-choice.module.css'
import { type EpubFont, FONTS, ownFont, ownName } from './fonts.rules'
import { addOwnFont, ownFonts, type Refused, removeOwnFont } from './own-fonts'

type Props = { readonly font: EpubFont; readonly onChange: (font: EpubFont) => void }

const OWN_FONTS = ['reader', 'ownFonts'] as const

/** Bundled fonts, and those added on this device. */
export function FontChoice({ font, onChange }: Props) {
  const own = useQuery({ queryKey: OWN_FONTS, queryFn: ownFonts, staleTime: Number.POSITIVE_INFINITY })
  const queries = useQueryClient()
  const [refused, setRefused] = useState<Refused | null>(null)
  const names = own.data ?? []
  const chosen = ownName(font)
  const missing = own.data && chosen !== null && !names.includes(chosen) ? chosen : null
  const again = () => queries.invalidateQueries({ queryKey: OWN_FONTS })
  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const file = field.files?.[0]
    field.value = ''
    if (!file) return
    const added = await addOwnFont(file)
    await again()
    setRefused('refused' in added ? added.refused : null)
    if ('refused' in added) return
    // Read again, also if it is the font in use.
    void queries.resetQueries({ queryKey: ['reader', 'font', ownFont(added.name)] })
    onChange(ownFont(added.name))
  }
  const remove = async (name: string) => {
    await removeOwnFont(name)
    await again()
    if (ownName(font) === name) onChange('publisher')
  }
  return (
    <div className={classes.fonts}>
      <Choice<EpubFont>
        label={tr('font')}
        value={font}
        onChange={onChange}
        options={[
          ...FONTS.map(value => ({ value, label: tr(`font.${value}`) })),
          ...[...names, ...(missing === null ? [] : [missing])].map(name => ({ value: ownFont(name), label: name })),
        ]}
        hint={missing === null ? undefined : tr('font.missing', { font: missing })}
        rows
      />
      {names.map(name => (
        <div key={name} className={classes.own}>
          <span>{name}</span>
          <BarButton
            label={tr('font.remove', { font: name })}
            icon={<IconTrash size={19} stroke={1.6} />}
            onClick={() => void remove(name)}
          />
        </div>
      ))}
      <label className={classes.add}>
        <IconPlus size={18} stroke={1.8} aria-hidden />
        {tr('font.add')}
        <input type="file" accept=".ttf,.otf,.woff,.woff2" onChange={event => void add(event)} />
      </label>
      <p className={classes.hint} role="status">
        {refused === null ? tr('font.addHint') : tr(`font.refused.${refused}`)}
      </p>
    </div>
  )
}
