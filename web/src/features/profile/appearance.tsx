import { IconCheck } from '@tabler/icons-react'
import { keepPreference } from '../../api/preferences'
import { currentLanguage, type Language, languages, setLanguage, t } from '../../messages'
import { type AccentName, accents, type Scheme, setAppearance, useAppearance } from '../../theme/appearance'
import { Segmented } from '../../ui/segmented'
import { useAnswered } from '../../ui/use-answered'
import classes from './appearance.module.css'

export function Appearance() {
  const { scheme, accent } = useAppearance()
  return (
    <div className={classes.rows}>
      <Row label={t('profile.scheme')}>
        <Segmented
          label={t('profile.scheme')}
          value={scheme ?? 'system'}
          onChange={value => {
            setAppearance({ scheme: value === 'system' ? null : (value as Scheme) })
            keepPreference('ui.theme', value)
          }}
          choices={[
            { value: 'system', label: t('profile.schemeSystem') },
            { value: 'light', label: t('profile.schemeLight') },
            { value: 'dark', label: t('profile.schemeDark') },
          ]}
        />
      </Row>
      <Row label={t('profile.accent')}>
        <AccentChoice value={accent} />
      </Row>
      <Row label={t('profile.language')}>
        <Segmented
          label={t('profile.language')}
          value={currentLanguage()}
          onChange={language => {
            void setLanguage(language)
            keepPreference('ui.language', language)
          }}
          choices={(Object.keys(languages) as Language[]).map(value => ({ value, label: languages[value] }))}
        />
      </Row>
    </div>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={classes.row}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}

function AccentChoice({ value }: { readonly value: AccentName }) {
  const [shown, change] = useAnswered(value, name => {
    setAppearance({ accent: name })
    keepPreference('ui.accent', name)
  })
  return (
    <fieldset className={classes.accents}>
      <legend className={classes.hidden}>{t('profile.accent')}</legend>
      {(Object.keys(accents) as AccentName[]).map(name => (
        <label
          key={name}
          className={classes.accent}
          title={t(`accent.${name}`)}
          style={{ backgroundColor: `oklch(0.64 ${accents[name].chroma} ${accents[name].hue})` }}
        >
          <input
            type="radio"
            name="accent"
            className={classes.hidden}
            aria-label={t(`accent.${name}`)}
            checked={name === shown}
            onChange={() => change(name)}
          />
          {name === shown && <IconCheck size={18} stroke={2.6} aria-hidden />}
        </label>
      ))}
    </fieldset>
  )
}
