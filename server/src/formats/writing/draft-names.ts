const DRAFT = /^\.octavo-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\d)?\.tmp$/

/** The name of the half-written copy of a book, in the folder of the file that it will replace. */
export function draftName(bookId: string): string {
  return `.octavo-${bookId}.tmp`
}

/** The path of the draft of a further document, where a book has several that are files of their own. */
export function furtherDraft(draft: string, index: number): string {
  return index === 0 ? draft : draft.replace(/(?:\.tmp)?$/, `-${index}.tmp`)
}

/** Whether a file is such a copy: one that nobody writes was left by a process that was killed. */
export function isDraftName(name: string): boolean {
  return DRAFT.test(name)
}
