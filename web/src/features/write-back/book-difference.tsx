import type { WriteRefusal } from '@octavo/contract/formats'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { WriteBackBookDto, WriteBackDocumentDto, WriteBackSeriesDto } from '../../api/types'
import { fieldLabel } from '../../messages/field-label'
import form from '../../ui/form.module.css'
import { tw } from './messages'
import classes from './write-back-dialog.module.css'

/** The changes of each document of a book, or why none is written. */
export function BookDifference({ book }: { readonly book: WriteBackBookDto }) {
  const { fileName, documents, refusal } = book
  return (
    <section className={classes.book}>
      <h3>{fileName}</h3>
      {refusal !== null && <Refusal code={refusal.code} />}
      {documents.map(document => (
        <DocumentDifference key={document.name} document={document} isAlone={document.name === fileName} />
      ))}
      {documents.length > 1 && documents.some(({ changes }) => changes.length > 0) && (
        <p className={form.hint}>{tw('write.both')}</p>
      )}
    </section>
  )
}

/** The changes of a series' series.json, or why none is written. */
export function SeriesDifference({ series }: { readonly series: WriteBackSeriesDto }) {
  const { title, document, refusal } = series
  return (
    <section className={classes.book}>
      <h3>{title}</h3>
      {refusal !== null && <Refusal code={refusal.code} />}
      {document !== null && <DocumentDifference document={document} isAlone={false} />}
    </section>
  )
}

function Refusal({ code }: { readonly code: WriteRefusal }) {
  return (
    <p className={classes.refusal}>
      <IconAlertTriangle size={17} stroke={1.8} aria-hidden /> {tw(`write.refusal.${code}`)}
    </p>
  )
}

type DocumentProps = {
  readonly document: WriteBackDocumentDto
  /** The document is the file itself. */
  readonly isAlone: boolean
}

function DocumentDifference({ document, isAlone }: DocumentProps) {
  const { name, changes, skipped } = document
  return (
    <div className={classes.document}>
      {!isAlone && <h4>{tw('write.into', { document: name })}</h4>}
      {changes.length === 0 && <p className={form.hint}>{tw('write.same')}</p>}
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{tw('write.field')}</th>
              <th scope="col">{tw('write.before')}</th>
              <th scope="col">{tw('write.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{labelOf(field)}</th>
                <td>{shown(field, before) ?? <em>{tw('write.empty')}</em>}</td>
                <td>{shown(field, after) ?? <em>{tw('write.empty')}</em>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {skipped.length > 0 && (
        <p className={form.hint}>{tw('write.skipped', { fields: skipped.map(field => labelOf(field)).join(', ') })}</p>
      )}
    </div>
  )
}

/** File fields that no form edits. */
const OF_FILES = [
  ...(['series', 'web', 'webLinks', 'notes', 'scanInformation', 'review', 'characters', 'teams', 'locations'] as const),
  ...(['storyArcs', 'seriesGroups', 'alternateSeries', 'alternateNumber', 'alternateCount'] as const),
  ...(['mainCharacterOrTeam', 'universes', 'reprints', 'otherTitles', 'communityRating', 'awards', 'custom'] as const),
  ...(['identifiers', 'externalIds', 'externalLinks', 'externalRatings'] as const),
] as const

function labelOf(field: string): string {
  const ofFile = OF_FILES.find(name => name === field)
  return ofFile ? tw(`write.of.${ofFile}`) : fieldLabel(field)
}

/** People have their roles in brackets, by the contract's names. */
function shown(field: string, text: string | null): string | null {
  if (field !== 'authors' || text === null) return text
  return text.replace(/\((\w+)\)/g, (bracket, word: string) => {
    const role = BOOK_AUTHOR_ROLES.find(each => each === word)
    return role ? `(${tw(`role.${role}`)})` : bracket
  })
}
