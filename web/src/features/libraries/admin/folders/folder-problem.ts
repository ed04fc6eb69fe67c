/** A refusal of the server, and the folder that it is about. */
export type FolderProblem = { readonly key: number; readonly sentence: string }
