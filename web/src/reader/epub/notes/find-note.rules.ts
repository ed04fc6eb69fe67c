/** Elements within a line: the anchor of a note is often one of them. */
const IN_LINE = 'a, abbr, b, big, cite, em, font, i, small, span, strong, sub, sup, u'

/** The elements of the note with this id in a chapter; empty without one, or if there is nothing to show. */
export function findNote(chapter: ParentNode, id: string): Element[] {
  const name = CSS.escape(id)
  const target = chapter.querySelector(`#${name}`) ?? chapter.querySelector(`[name="${name}"]`)
  if (!target) return []
  const parts = partsOf(wholeOf(blockOf(target)))
  const isShown = parts.some(
    part => part.textContent?.trim() || part.matches('img') || part.querySelector('img, image'),
  )
  return isShown ? parts : []
}

/** The paragraph, list item or other block of an anchor. */
function blockOf(target: Element): Element {
  let block = target
  while (block.matches(IN_LINE) && block.parentElement && !block.parentElement.matches('body, html')) {
    block = block.parentElement
  }
  return block
}

/** Of a note whose anchor is in its first paragraph, all paragraphs; not what contains several notes. */
function wholeOf(block: Element): Element {
  const around = block.parentElement
  if (!around?.matches('aside, li, dd, td') || around.firstElementChild !== block) return block
  return [...around.children].slice(1).some(other => other.id || other.querySelector('[id]')) ? block : around
}

/** A term is explained by what follows it. */
function partsOf(block: Element): Element[] {
  const parts = [block]
  let next = block.localName === 'dt' ? block.nextElementSibling : null
  for (; next?.localName === 'dd'; next = next.nextElementSibling) parts.push(next)
  return parts
}
