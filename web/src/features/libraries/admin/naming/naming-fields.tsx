import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import type { LibraryDto } from '../../../../api/types'
import { Toggle } from '../../../../ui/toggle'
import { tn } from './messages'
import {
  bookStrategies,
  calibreModes,
  type NamingDraft,
  numberStrategies,
  seriesStrategies,
} from './naming-draft.rules'
import classes from './naming-fields.module.css'
import { NamingPreview } from './naming-preview'
import { TitleRules } from './title-rules'

type Props = {
  readonly library: LibraryDto | undefined
  readonly paths: readonly string[]
  readonly files: object
  readonly draft: NamingDraft
  readonly onChange: (change: (now: NamingDraft) => NamingDraft) => void
}

/** Strategies with their settings, rules for titles, and a live preview. */
export default function NamingFields({ library, paths, files, draft, onChange }: Props) {
  const set = (part: Partial<NamingDraft>) => onChange(now => ({ ...now, ...part }))
  return (
    <div className={classes.fields}>
      <p className={classes.intro}>{tn('naming.intro')}</p>
      <Choice
        label={tn('naming.seriesStrategy')}
        value={draft.series}
        choices={seriesStrategies.map(value => ({ value, label: tn(`naming.seriesStrategy.${value}`) }))}
        onChange={series => set({ series })}
      />
      <SeriesFields draft={draft} set={set} />
      <Choice
        label={tn('naming.bookStrategy')}
        value={draft.book}
        choices={bookStrategies.map(value => ({ value, label: tn(`naming.bookStrategy.${value}`) }))}
        onChange={book => set({ book })}
      />
      <BookFields draft={draft} set={set} />
      <Choice
        label={tn('naming.numberStrategy')}
        value={draft.number}
        choices={numberStrategies.map(value => ({ value, label: tn(`naming.numberStrategy.${value}`) }))}
        onChange={number => set({ number })}
      />
      <TitleRules rules={draft.rules} onChange={rules => set({ rules })} />
      <NamingPreview library={library} paths={paths} files={files} draft={draft} />
    </div>
  )
}

type PartProps = { readonly draft: NamingDraft; readonly set: (part: Partial<NamingDraft>) => void }

function SeriesFields({ draft, set }: PartProps) {
  if (draft.series === 'flat') {
    return (
      <>
        <Textarea
          label={tn('naming.filenamePatterns')}
          description={tn('naming.filenamePatternsHint')}
          className={classes.code ?? ''}
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          value={draft.filenamePatterns}
          onChange={event => set({ filenamePatterns: event.currentTarget.value })}
        />
        <Toggle
          label={tn('naming.requireMetadata')}
          on={draft.requireMetadata}
          onChange={requireMetadata => set({ requireMetadata })}
        />
      </>
    )
  }
  if (draft.series === 'publisher_hierarchy') {
    return (
      <NumberInput
        label={tn('naming.skipDepth')}
        min={0}
        max={20}
        allowDecimal={false}
        hideControls
        value={draft.skipDepth}
        onChange={value => set({ skipDepth: typeof value === 'number' ? value : 0 })}
      />
    )
  }
  if (draft.series === 'calibre') {
    return (
      <>
        <Choice
          label={tn('naming.calibreMode')}
          value={draft.calibreMode}
          choices={calibreModes.map(value => ({ value, label: tn(`naming.calibreMode.${value}`) }))}
          onChange={calibreMode => set({ calibreMode })}
        />
        <Toggle label={tn('naming.stripId')} on={draft.stripId} onChange={stripId => set({ stripId })} />
      </>
    )
  }
  if (draft.series !== 'custom') return null
  return (
    <>
      <Code
        label={tn('naming.pattern')}
        hint={tn('naming.patternHint')}
        value={draft.pattern}
        onChange={pattern => set({ pattern })}
      />
      <Code label={tn('naming.template')} value={draft.template} onChange={template => set({ template })} />
    </>
  )
}

function BookFields({ draft, set }: PartProps) {
  if (draft.book === 'smart') {
    return (
      <Textarea
        label={tn('naming.genericPatterns')}
        className={classes.code ?? ''}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={draft.genericPatterns}
        onChange={event => set({ genericPatterns: event.currentTarget.value })}
      />
    )
  }
  if (draft.book !== 'custom') return null
  return (
    <>
      <Code
        label={tn('naming.bookPattern')}
        hint={tn('naming.bookPatternHint')}
        value={draft.bookPattern}
        onChange={bookPattern => set({ bookPattern })}
      />
      <Code
        label={tn('naming.titleTemplate')}
        hint={tn('naming.titleTemplateHint', {
          series: '{series}',
          volume: '{volume}',
          chapter: '{chapter}',
          title: '{title}',
          filename: '{filename}',
        })}
        value={draft.titleTemplate}
        onChange={titleTemplate => set({ titleTemplate })}
      />
      <Choice
        label={tn('naming.fallback')}
        value={draft.fallback}
        choices={bookStrategies
          .filter((value): value is NamingDraft['fallback'] => value !== 'custom')
          .map(value => ({ value, label: tn(`naming.bookStrategy.${value}`) }))}
        onChange={fallback => set({ fallback })}
      />
    </>
  )
}

type ChoiceProps<V extends string> = {
  readonly label: string
  readonly value: V
  readonly choices: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}

function Choice<V extends string>({ label, value, choices, onChange }: ChoiceProps<V>) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[...choices]}
      onChange={event => {
        const chosen = choices.find(choice => choice.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}

type CodeProps = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Code({ label, hint, value, onChange }: CodeProps) {
  return (
    <TextInput
      label={label}
      {...(hint !== undefined && { description: hint })}
      className={classes.code ?? ''}
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
