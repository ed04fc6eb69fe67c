/** The only rule for what counts as a page: scan, page list and page delivery all use it. */
export function isPageName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  if (dot < 0 || dot < name.lastIndexOf('/')) return false
  return PAGE_EXTENSIONS.has(name.slice(dot + 1).toLowerCase()) && !isHiddenName(name)
}

/** True for names inside `__MACOSX` and for names with a path segment that starts with a dot. */
export function isHiddenName(name: string): boolean {
  return HIDDEN_SEGMENT.test(name)
}

// A backslash separates folders too: archives made on Windows have them.
const HIDDEN_SEGMENT = /(?:^|[/\\])(?:\.|__MACOSX(?:[/\\]|$))/

const PAGE_EXTENSIONS: ReadonlySet<string> = new Set([
  'jpg',
  'jpeg',
  'png',
  'gif',
  'webp',
  'avif',
  'jxl',
  'bmp',
  'tif',
  'tiff',
  'heic',
  'heif',
])
