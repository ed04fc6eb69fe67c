import '../../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LibraryDto, ReadingDirection } from '../../../api/types'
import { t } from '../../../messages'
import { Callout } from '../../../ui/callout'
import { errorSentence } from '../../../ui/error-sentence'
import form from '../../../ui/form.module.css'
import { Segmented } from '../../../ui/segmented'
import { useUnsaved } from '../../../ui/unsaved'
import { ta } from '../../admin/messages'
import { useLibraries } from '../libraries.queries'
import { nameOfFolder } from './folder.rules'
import {
  chosenFolders,
  type FoldersDraft,
  folderOfProblem,
  foldersChange,
  foldersDraftOf,
  overlapAbove,
  previewFolders,
} from './folders/folders-draft.rules'
import { FoldersField } from './folders/folders-field'
import { useUnreadableFolders } from './folders/use-unreadable-folders'
import { useCreateLibrary, useUpdateLibrary } from './libraries.mutations'
import { filesDraftOf, filesRequest, LibraryFiles } from './library-files'
import classes from './library-form.module.css'
import { afterKind, type LibraryKind, libraryKinds } from './library-kind.rules'
import { draftOf, isUnfinished, namingRequest } from './naming/naming-draft.rules'
import { NamingSection } from './naming/naming-section'
import { scanningChange, scanningChoice } from './scanning.rules'
import { sourcesDraftOf, sourcesRequest } from './sources/sources-draft.rules'
import { SourcesSection } from './sources/sources-section'
import { WatchField } from './watching/watch-field'

/** The choices of a new library that survive a reload. */
export interface NewLibrary {
  readonly paths: readonly string[]
  /** Null if it is named after its folder. */
  readonly name: string | null
  readonly kind: LibraryKind
}

type Props = {
  /** Absent for a new one. */
  readonly library?: LibraryDto
  /** Of a new one: earlier choices. */
  readonly start?: NewLibrary | undefined
  readonly onTyped?: (library: NewLibrary) => void
  readonly submitLabel: string
  readonly cancelLabel: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** The id of the sentence about what is missing. */
const MISSING = 'library-missing'

const directions: readonly ReadingDirection[] = ['ltr', 'rtl', 'ttb', 'webtoon']

/** Reading direction and naming: as saved, or usual for what a new library contains. */
function settingsOf(library: LibraryDto | undefined, kind: LibraryKind) {
  const direction = (library?.defaultReadingDirection ?? 'ltr') as ReadingDirection
  const settings = { direction, naming: draftOf(library) }
  return library ? settings : afterKind(settings, 'comics', kind)
}

/** A library has a name and folders, chosen on the server's disk with a preview. */
export function LibraryForm({ library, start, onTyped, submitLabel, cancelLabel, onDone, onCancel }: Props) {
  const [folders, setFolders] = useState(() => foldersDraftOf(library, start?.paths))
  const [openFolder, setOpenFolder] = useState<number | null>(library ? null : 0)
  const [name, setName] = useState(library?.name ?? start?.name ?? nameOfFolder(start?.paths[0] ?? ''))
  const [named, setNamed] = useState(Boolean(library) || Boolean(start?.name))
  const [kind, setKind] = useState<LibraryKind>(start?.kind ?? 'comics')
  const [direction, setDirection] = useState(() => settingsOf(library, kind).direction)
  const [files, setFiles] = useState(() => filesDraftOf(library))
  const [naming, setNaming] = useState(() => settingsOf(library, kind).naming)
  const [sources, setSources] = useState(() => sourcesDraftOf(library?.metadataSources))
  const [watch, setWatch] = useState(scanningChoice(library).watch)
  const create = useCreateLibrary(onDone)
  const update = useUpdateLibrary(library?.id ?? '', onDone)
  const saving = library ? update : create

  const previewedFiles = { ...filesRequest(files), imageFolders: files.imageFolders, ...sourcesRequest(sources) }

  const { data: libraries = [] } = useLibraries()

  const paths = chosenFolders(folders)
  const asSaved = library && foldersChange(library, folders).paths === undefined
  const unreadable = useUnreadableFolders(folders)
  const isReady =
    paths.length > 0 && unreadable.size === 0 && folders.every(({ key }) => overlapAbove(folders, key) === null)
  const sentence = saving.error ? errorSentence(saving.error) : null
  const others = libraries.filter(({ id }) => id !== library?.id).flatMap(other => other.paths)
  const refused = sentence === null ? null : folderOfProblem(folders, sentence, others)

  const typed = JSON.stringify({ paths, name: named ? name : null, kind } satisfies NewLibrary)
  useEffect(() => onTyped?.(JSON.parse(typed)), [onTyped, typed])
  useUnsaved(library ? !asSaved : paths.length > 0)
  const formRef = useRef<HTMLFormElement>(null)
  // The button is at the end of a long form, the error may be above.
  useEffect(() => {
    if (sentence !== null) formRef.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [sentence])

  const choose = (draft: FoldersDraft) => {
    setFolders(draft)
    if (saving.error) saving.reset()
    const [first] = chosenFolders(draft)
    if (!named && first !== undefined) setName(nameOfFolder(first))
  }
  const chooseKind = (now: LibraryKind) => {
    const next = afterKind({ direction, naming }, kind, now)
    setKind(now)
    setDirection(next.direction)
    setNaming(next.naming)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || !name.trim()) return
    const facts = {
      name: name.trim(),
      defaultReadingDirection: direction,
      ...scanningChange(library, { watch, imageFolders: files.imageFolders, writeBack: files.writeBack }),
    }
    const rules = { ...namingRequest(naming), ...filesRequest(files), ...sourcesRequest(sources) }
    if (library) update.mutate({ ...facts, ...rules, ...foldersChange(library, folders) })
    else create.mutate({ ...facts, ...rules, paths, scanImmediately: true })
  }
  const missing =
    paths.length === 0
      ? t('folders.choose')
      : unreadable.size > 0
        ? ta('folders.chooseAnother')
        : name.trim() === ''
          ? ta('libraries.needName')
          : null
  return (
    <form ref={formRef} className={form.form} onSubmit={submit}>
      {sentence !== null && refused === null && (
        <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('libraries.notSaved')}>
          {sentence}
        </Callout>
      )}
      <FoldersField
        library={library}
        draft={folders}
        unreadable={unreadable}
        rules={isUnfinished(naming) ? null : { ...namingRequest(naming), ...previewedFiles }}
        open={openFolder}
        problem={sentence === null || refused === null ? null : { key: refused, sentence }}
        onChange={choose}
        onOpen={setOpenFolder}
      />
      <TextInput
        label={t('libraries.name')}
        name="library-name"
        // A new library begins with its folder.
        {...(library && { 'data-autofocus': true })}
        required
        maxLength={200}
        value={name}
        onChange={event => {
          setNamed(true)
          setName(event.currentTarget.value)
        }}
      />
      {!library && (
        <div>
          <div className={classes.label} aria-hidden>
            {t('libraries.kind')}
          </div>
          <Segmented
            label={t('libraries.kind')}
            value={kind}
            onChange={chooseKind}
            choices={libraryKinds.map(value => ({ value, label: t(`libraries.kind.${value}`) }))}
          />
          <p className={form.hint}>{t('libraries.kindHint')}</p>
        </div>
      )}
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
      <NamingSection
        library={library}
        paths={asSaved ? library.paths : previewFolders(folders, library, unreadable)}
        files={previewedFiles}
        draft={naming}
        onChange={setNaming}
      />
      <SourcesSection draft={sources} onChange={setSources} />
      <div className={form.buttons}>
        {missing && (
          <p className={form.missing} id={MISSING}>
            {missing}
          </p>
        )}
        <Button variant="subtle" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          disabled={!isReady || !name.trim() || isUnfinished(naming)}
          aria-describedby={missing ? MISSING : undefined}
          loading={saving.isPending}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
