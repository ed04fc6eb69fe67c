export type ToastText = {
  readonly message: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  readonly tone?: 'good' | 'bad'
}
