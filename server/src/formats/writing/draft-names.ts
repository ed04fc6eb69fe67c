const DRAFT = /^\.octavo-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\d)?\.tmp$/

/** The name of the draft of a book, in the folder of the file that it will replace. */
export function draftName(bookId: string): string {
  return `.octavo-${bookId}.tmp`
}

/** The path of the draft of an additional document, for a book with several separate files. */
export function furtherDraft(draft: string, index: number): string {
  return index === 0 ? draft : draft.replace(/(?:\.tmp)?$/, `-${index}.tmp`)
}

/** Whether a file is such a draft: if nobody is writing it, a killed process has left it behind. */
export function isDraftName(name: string): boolean {
  return DRAFT.test(name)
}
