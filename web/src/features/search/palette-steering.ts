/** How Enter was pressed. */
export type Wanted = 'here' | 'tab'

/** What the results tell the box: how to walk through them, and which of them is chosen. */
export type Steering = { readonly choose: (step: number, oneByOne: boolean) => void }
export type Shown = { readonly count: number; readonly chosen: string | undefined }
