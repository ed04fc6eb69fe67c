/** How Enter was pressed. */
export type Wanted = 'here' | 'tab'

/** Interface of the results for the input: navigation, and the selected item. */
export type Steering = { readonly choose: (step: number, oneByOne: boolean) => void }
export type Shown = { readonly count: number; readonly chosen: string | undefined }
