/** What is used of the app's router. */
export interface Router {
  subscribe(event: 'onBeforeNavigate' | 'onResolved', listener: () => void): () => void
  readonly state: { readonly matches: readonly { readonly fullPath: string }[] }
}

/** The pattern of the current page, such as `/series/$seriesId`: without ids. */
export function pageName(router: Router): string {
  return router.state.matches.at(-1)?.fullPath || '/'
}
