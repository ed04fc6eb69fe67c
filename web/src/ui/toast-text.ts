export type ToastText = {
  readonly message: string
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
  readonly tone?: 'good' | 'bad'
}
