import { own } from '../../kernel/own'
import type { Contributor } from '../facts'
import { childrenNamed, textOf, type XmlElement } from '../xml/xml-document'
import type { Refinements } from './opf-meta'

/** Roles by their MARC relator codes. */
const ROLES: Readonly<Record<string, string>> = {
  aut: 'writer',
  aui: 'writer',
  art: 'artist',
  ill: 'illustrator',
  pnc: 'penciller',
  ink: 'inker',
  clr: 'colorist',
  ltr: 'letterer',
  cov: 'cover_artist',
  edt: 'editor',
  trl: 'translator',
  nrt: 'narrator',
}

/** Creators in document order, then contributors whose role is that of a creator. */
export function readPeople(metadata: XmlElement, refinements: Refinements): Contributor[] {
  const creators = childrenNamed(metadata, 'creator').map(element => readPerson(element, refinements))
  const contributors = childrenNamed(metadata, 'contributor').map(element => readPerson(element, refinements))
  return [
    ...creators.map(({ code, ...person }) => ({ ...person, role: creatorRole(code) })),
    ...contributors.flatMap(({ code, ...person }) => {
      const role = code === null ? undefined : own(ROLES, code)
      return role === undefined ? [] : [{ ...person, role }]
    }),
  ].filter(person => person.name !== '')
}

function creatorRole(code: string | null): string {
  return code === null ? 'writer' : (own(ROLES, code) ?? 'contributor')
}

/** EPUB 2 writes role and file-as as attributes, EPUB 3 as refinements. */
function readPerson(element: XmlElement, refinements: Refinements) {
  const refined = refinements.get(element.attributes.id ?? '')
  const sortName = (element.attributes['file-as'] ?? refined?.get('file-as') ?? '').trim()
  const code = (element.attributes.role ?? refined?.get('role') ?? '').trim().toLowerCase()
  return { name: textOf(element), sortName: sortName === '' ? null : sortName, code: code === '' ? null : code }
}
