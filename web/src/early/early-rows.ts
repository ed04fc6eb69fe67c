/** How many rows of the home page are requested first: more than fit, since many are empty. The others follow. */
export const EARLY_ROWS = 5

/** About as many as are visible without scrolling. */
export const ROWS_IN_SIGHT = 3
