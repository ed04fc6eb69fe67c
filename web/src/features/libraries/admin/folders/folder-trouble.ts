/** A refusal of the server, and the folder that it is about. */
export type FolderTrouble = { readonly key: number; readonly sentence: string }
