import type { TocEntry } from '../facts'
import { childNamed, childrenNamed, descendantsNamed, elementsOf, textOf, type XmlElement } from '../xml/xml-document'
import { type EpubMembers, readOptionalDocument, resolverOf } from './members'
import type { PackageDocument } from './package-document'

const NCX_MEDIA_TYPE = 'application/x-dtbncx+xml'

/** The table of contents: the navigation document of EPUB 3, else the NCX of EPUB 2; empty if neither is readable. */
export function readToc(members: EpubMembers, document: PackageDocument): TocEntry[] {
  const items = [...document.manifest.values()]
  const nav = items.find(item => item.properties.includes('nav'))
  const fromNav = nav?.path == null ? [] : readNav(members, nav.path)
  if (fromNav.length > 0) return fromNav
  const ncx = document.manifest.get(document.ncxId ?? '') ?? items.find(item => item.mediaType === NCX_MEDIA_TYPE)
  return ncx?.path == null ? [] : readNcx(members, ncx.path)
}

/** Resolves an address of a table of contents to a path in the archive with its fragment. */
type Locate = (href: string | undefined) => string | null

function locator(members: EpubMembers, from: string): Locate {
  const resolve = resolverOf(members, from)
  return href => {
    if (href === undefined) return null
    const hash = href.indexOf('#')
    const fragment = hash < 0 ? '' : href.slice(hash)
    const path = hash === 0 ? from : resolve(href)
    return path === null ? null : path + fragment
  }
}

function readNav(members: EpubMembers, path: string): TocEntry[] {
  const root = readOptionalDocument(members, path)
  if (root === undefined) return []
  const navs = [...descendantsNamed(root, 'nav')]
  const toc = navs.find(nav => (nav.attributes.type ?? '').split(/\s+/).includes('toc')) ?? navs[0]
  const list = toc === undefined ? undefined : firstList(toc)
  return list === undefined ? [] : readList(list, locator(members, path))
}

function firstList(element: XmlElement): XmlElement | undefined {
  for (const list of descendantsNamed(element, 'ol')) return list
  return undefined
}

function readList(list: XmlElement, locate: Locate): TocEntry[] {
  return childrenNamed(list, 'li').map(item => {
    const label = elementsOf(item).find(child => child.name !== 'ol')
    const nested = firstList(item)
    const link = label?.name === 'a' ? label : label && [...descendantsNamed(label, 'a')][0]
    return {
      title: textOf(label),
      href: locate(link?.attributes.href),
      children: nested === undefined ? [] : readList(nested, locate),
    }
  })
}

function readNcx(members: EpubMembers, path: string): TocEntry[] {
  const root = readOptionalDocument(members, path)
  const map = root === undefined ? undefined : childNamed(root, 'navMap')
  return map === undefined ? [] : readPoints(map, locator(members, path))
}

function readPoints(parent: XmlElement, locate: Locate): TocEntry[] {
  return childrenNamed(parent, 'navPoint').map(point => ({
    title: textOf(childNamed(point, 'navLabel')),
    href: locate(childNamed(point, 'content')?.attributes.src),
    children: readPoints(point, locate),
  }))
}
