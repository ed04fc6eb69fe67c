import type { Contributor } from '../facts'
import { metronRoles } from '../sidecar/metron-info'
import { childNamed, textOf } from '../xml/xml-document'
import { escapeXml, localName, outlineOf } from './xml-edit'
import { elementIn, textOfSpan } from './xml-paths'

/** Our roles by their names in a MetronInfo.xml. */
export const METRON_ROLES: ReadonlyMap<string, string> = new Map([
  ['writer', 'Writer'],
  ['penciller', 'Penciller'],
  ['inker', 'Inker'],
  ['illustrator', 'Illustrator'],
  ['colorist', 'Colorist'],
  ['letterer', 'Letterer'],
  ['cover_artist', 'Cover'],
  ['editor', 'Editor'],
  ['translator', 'Translator'],
  ['contributor', 'Other'],
])

interface Credit {
  readonly name: string
  readonly roles: string[]
}

/** A person's credits in a document: the spelling of the name, its id, and the roles not used yet. */
interface KnownCreator {
  readonly xml: string
  readonly roles: { readonly xml: string; readonly means: readonly string[] }[]
}

/** The `Credit` elements of people. Finer roles than ours (Script, Breakdowns) are preserved while they still apply. */
export function creditLines(document: string, authors: readonly Contributor[]): string[] {
  const known = knownCreators(document)
  return creditsOf(authors).map(({ name, roles }) => {
    const creator = known.get(name)
    const matching = creator?.roles.filter(({ means }) => means.every(role => roles.includes(role))) ?? []
    for (const role of matching) creator?.roles.splice(creator.roles.indexOf(role), 1)
    const said = new Set(matching.flatMap(({ means }) => means))
    const added = roles.filter(role => !said.has(role)).map(role => `<Role>${METRON_ROLES.get(role)}</Role>`)
    const xml = creator?.xml ?? `<Creator>${escapeXml(name)}</Creator>`
    return `<Credit>${xml}<Roles>${[...matching.map(role => role.xml), ...added].join('')}</Roles></Credit>`
  })
}

/** One credit per person, and another one where the order of a role requires it. */
function creditsOf(authors: readonly Contributor[]): readonly Credit[] {
  const credits: Credit[] = []
  for (const { name, role } of authors) {
    if (!METRON_ROLES.has(role)) continue
    const last = credits.findLastIndex(credit => credit.roles.includes(role))
    const own = credits.find((credit, at) => at >= last && credit.name === name)
    if (own === undefined) credits.push({ name, roles: [role] })
    else if (!own.roles.includes(role)) own.roles.push(role)
  }
  return credits
}

function knownCreators(document: string): ReadonlyMap<string, KnownCreator> {
  const known = new Map<string, KnownCreator>()
  for (const span of outlineOf(document, ['metroninfo', 'credits'])?.children ?? []) {
    const text = textOfSpan(document, span)
    const credit = elementIn(text)
    const name = credit === null ? '' : textOf(childNamed(credit, 'Creator'))
    const creator = outlineOf(text, ['credit'])?.children.find(child => localName(child.name) === 'Creator')
    if (name === '' || creator === undefined) continue
    const roles = outlineOf(text, ['credit', 'roles'])?.children ?? []
    const own = known.get(name) ?? { xml: textOfSpan(text, creator), roles: [] }
    known.set(name, own)
    for (const role of roles) {
      const xml = textOfSpan(text, role)
      own.roles.push({ xml, means: metronRoles(textOf(elementIn(xml) ?? undefined)) })
    }
  }
  return known
}
