import { createContext } from 'react'

/** Selects the card around a menu, if cards are selectable. */
export const SelectCard = createContext<(() => void) | null>(null)
