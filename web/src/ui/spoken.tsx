import readOut from './read-out.module.css'

type Props = { readonly shown: string; readonly said: string }

/** A short text, and what a screen reader says instead: "12m" is not "12 minutes" to it. */
export function Spoken({ shown, said }: Props) {
  return (
    <>
      <span aria-hidden>{shown}</span>
      <span className={readOut.readOut}>{said}</span>
    </>
  )
}
