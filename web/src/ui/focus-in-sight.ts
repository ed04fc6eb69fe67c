/**
 * In a row that is scrolled sideways, Chromium leaves what has the focus where it is, even out of sight. Vertically, it
 * scrolls by itself.
 */
function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
  const row = rowAround(target)
  if (!row) return
  const [at, frame] = [target.getBoundingClientRect(), row.getBoundingClientRect()]
  const covered = Number.parseFloat(getComputedStyle(row).scrollPaddingLeft) || 0
  const isInSight = at.left >= frame.left + covered && at.right <= frame.right
  if (!isInSight) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function rowAround(element: HTMLElement): HTMLElement | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.scrollWidth > around.clientWidth && /auto|scroll/.test(getComputedStyle(around).overflowX)) return around
  }
  return null
}

document.addEventListener('focusin', onFocusIn)
