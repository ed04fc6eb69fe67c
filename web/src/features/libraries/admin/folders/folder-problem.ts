/** A refusal by the server, and its folder. */
export type FolderProblem = { readonly key: number; readonly sentence: string }
