import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LibraryDto, NamedBook } from '../../../../api/types'
import { type Column, DataTable } from '../../../../ui/data-table'
import { errorSentence } from '../../../../ui/error-sentence'
import { namingPreviewQuery, previewQuery } from '../../libraries.queries'
import { isSame } from '../folder.rules'
import { tn } from './messages'
import { isUnfinished, type NamingDraft, namingRequest, usesMetadata } from './naming-draft.rules'
import classes from './naming-fields.module.css'

type Row = {
  /** Only if the library has several. */
  readonly folder: string | null
  readonly path: string
  readonly before: NamedBook | null
  readonly after: NamedBook
}
type Props = {
  readonly library: LibraryDto | undefined
  readonly paths: readonly string[]
  readonly files: object
  readonly draft: NamingDraft
}

/** Debounce after typing. */
const pauseMs = 300

/** The result of the rules file by file: for a library the changed books, else the folder's files. */
export function NamingPreview({ library, paths, files, draft }: Props) {
  const [asked] = useDebouncedValue(draft, pauseMs)
  const [askedFiles] = useDebouncedValue(files, pauseMs)
  return (
    <section className={classes.preview} aria-label={tn('naming.preview')}>
      <h3 className={classes.legend}>{tn('naming.preview')}</h3>
      {library && isSame(library.paths, paths) ? (
        <Changes library={library} draft={asked} />
      ) : paths.length === 0 ? (
        <p className={classes.intro}>{tn('naming.empty')}</p>
      ) : (
        <Files paths={paths} files={askedFiles} draft={asked} />
      )}
    </section>
  )
}

function Changes({ library, draft }: { readonly library: LibraryDto; readonly draft: NamingDraft }) {
  const { data, error } = useQuery({
    ...namingPreviewQuery(library.id, namingRequest(draft)),
    enabled: !isUnfinished(draft),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  return (
    <>
      <p className={classes.sum} role="status">
        {data.summary.changedBooks === 0
          ? tn('naming.noChange')
          : tn('naming.changes', { count: data.summary.changedBooks })}
      </p>
      {data.data.length > 0 && (
        <Names rows={data.data.map(row => ({ ...row, folder: library.paths.length > 1 ? row.folder : null }))} />
      )}
    </>
  )
}

function Files({ paths, files, draft }: Omit<Props, 'library'>) {
  const { data, error } = useQuery({
    ...previewQuery(paths, { ...namingRequest(draft), ...files }),
    enabled: !isUnfinished(draft),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  const left = data.skipped.reduce((sum, { count }) => sum + count, 0)
  const reasons = data.skipped.map(({ reason }) => tn(`naming.skipped.${reason}`)).join(', ')
  return (
    <>
      {usesMetadata(draft) && data.files.some(file => !file.metadataRead) && (
        <p className={classes.intro}>{tn('naming.namesOnly')}</p>
      )}
      {data.files.length > 0 && (
        <Names
          rows={data.files.map(({ folder, path, metadataRead: _, ...after }) => ({
            folder: paths.length > 1 ? folder : null,
            path,
            before: null,
            after,
          }))}
        />
      )}
      {left > 0 && <p className={classes.intro}>{tn('naming.skipped', { count: left, reasons })}</p>}
    </>
  )
}

function ErrorNotice({ error }: { readonly error: Error }) {
  return (
    <p className={classes.error} role="alert">
      {errorSentence(error)}
    </p>
  )
}

function Names({ rows }: { readonly rows: readonly Row[] }) {
  const columns: readonly Column<Row>[] = [
    { id: 'file', name: tn('naming.file'), text: true, cell: row => <File row={row} /> },
    { id: 'series', name: tn('naming.series'), text: true, cell: row => <Word row={row} of="series" /> },
    { id: 'title', name: tn('naming.title'), text: true, cell: row => <Word row={row} of="title" /> },
    { id: 'volume', name: tn('naming.volume'), cell: row => <Word row={row} of="volume" /> },
    { id: 'chapter', name: tn('naming.chapter'), cell: row => <Word row={row} of="chapter" /> },
    { id: 'number', name: tn('naming.number'), cell: row => <Word row={row} of="number" /> },
  ]
  return (
    <DataTable
      className={classes.names}
      label={tn('naming.preview')}
      columns={columns}
      rows={rows}
      rowKey={row => `${row.folder ?? ''} ${row.path}`}
    />
  )
}

function File({ row: { folder, path } }: { readonly row: Row }) {
  return (
    <span className={classes.path}>
      {folder !== null && <span className={classes.folder}>{folder}</span>}
      <span className={classes.within}>{path.slice(0, path.lastIndexOf('/') + 1)}</span>
      <wbr />
      {path.slice(path.lastIndexOf('/') + 1)}
    </span>
  )
}

/** The former value, struck through, before the new one; once if they are equal. */
function Word({ row: { before, after }, of }: { readonly row: Row; readonly of: keyof NamedBook }) {
  const now = after[of] ?? '–'
  const was = before ? (before[of] ?? '–') : now
  if (was === now) return <span>{now}</span>
  return (
    <>
      <del className={classes.before}>{was}</del> <ins className={classes.after}>{now}</ins>
    </>
  )
}
