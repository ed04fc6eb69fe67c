import '../../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { LibraryDto, ReadingDirection } from '../../../api/types'
import { t } from '../../../messages'
import { Callout } from '../../../ui/callout'
import { errorSentence } from '../../../ui/error-sentence'
import form from '../../../ui/form.module.css'
import { Segmented } from '../../../ui/segmented'
import { nameOfFolder } from './folder.rules'
import { FolderBrowser } from './folder-browser'
import { FolderPreview } from './folder-preview'
import { useCreateLibrary, useUpdateLibrary } from './libraries.mutations'
import { filesDraftOf, filesRequest, LibraryFiles } from './library-files'
import classes from './library-form.module.css'
import { draftOf, isUnfinished, namingRequest } from './naming/naming-draft.rules'
import { NamingSection } from './naming/naming-section'
import { scanningChange, scanningChoice } from './scanning.rules'
import { WatchField } from './watching/watch-field'

type Props = {
  /** Absent: a new one. */
  readonly library?: LibraryDto
  readonly submitLabel: string
  readonly cancelLabel: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

const directions: readonly ReadingDirection[] = ['ltr', 'rtl', 'ttb', 'webtoon']

/** A library is a folder and a name; the folder is chosen on the server's disk and looked into before. */
export function LibraryForm({ library, submitLabel, cancelLabel, onDone, onCancel }: Props) {
  const [path, setPath] = useState(library?.path ?? '')
  const [name, setName] = useState(library?.name ?? '')
  const [named, setNamed] = useState(Boolean(library))
  const [direction, setDirection] = useState(library?.defaultReadingDirection ?? 'ltr')
  const [files, setFiles] = useState(() => filesDraftOf(library))
  const [naming, setNaming] = useState(() => draftOf(library))
  const [watch, setWatch] = useState(scanningChoice(library).watch)
  const create = useCreateLibrary(onDone)
  const update = useUpdateLibrary(library?.id ?? '', onDone)
  const saving = library ? update : create

  const previewedFiles = { ...filesRequest(files), imageFolders: files.imageFolders }

  const choose = (folder: string) => {
    setPath(folder)
    if (!named) setName(nameOfFolder(folder))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!path || !name.trim()) return
    const facts = {
      name: name.trim(),
      path,
      defaultReadingDirection: direction as ReadingDirection,
      ...scanningChange(library, { watch, imageFolders: files.imageFolders }),
    }
    const rules = { ...namingRequest(naming), ...filesRequest(files) }
    if (library) update.mutate({ ...facts, ...rules })
    else create.mutate({ ...facts, ...rules, scanImmediately: true })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      {saving.error && (
        <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('libraries.notSaved')}>
          {errorSentence(saving.error)}
        </Callout>
      )}
      <div className={classes.columns}>
        <FolderBrowser path={path} onPath={choose} />
        <FolderPreview path={path} />
      </div>
      <TextInput
        label={t('libraries.name')}
        name="library-name"
        required
        maxLength={200}
        value={name}
        onChange={event => {
          setNamed(true)
          setName(event.currentTarget.value)
        }}
      />
      <div>
        <div className={classes.label} aria-hidden>
          {t('libraries.direction')}
        </div>
        <Segmented
          label={t('libraries.direction')}
          value={direction}
          onChange={setDirection}
          choices={directions.map(value => ({ value, label: t(`direction.short.${value}`) }))}
        />
        <p className={form.hint}>{t('libraries.directionHint')}</p>
      </div>
      <WatchField library={library} on={watch} onChange={setWatch} />
      <LibraryFiles draft={files} onChange={setFiles} />
      <NamingSection library={library} path={path} files={previewedFiles} draft={naming} onChange={setNaming} />
      <div className={form.buttons}>
        <Button variant="subtle" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" disabled={!path || !name.trim() || isUnfinished(naming)} loading={saving.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
