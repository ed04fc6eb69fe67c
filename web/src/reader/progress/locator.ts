/** A place in a publication, as the Readium project writes it down; other reading apps understand it. */
export interface Locator {
  /** Path of the chapter inside the archive. */
  readonly href: string
  readonly type: string
  readonly title?: string
  readonly locations: {
    /** Share of the chapter, 0 to 1. */
    readonly progression: number
    /** Share of the book, 0 to 1. */
    readonly totalProgression: number
    /** 1-based, in steps of 1024 bytes of text. */
    readonly position: number
  }
  readonly text?: {
    readonly before?: string
    /** The first words on the screen: they find the place again whatever the size of the letters. */
    readonly highlight?: string
    readonly after?: string
  }
}

/** What `GET` and `PUT /books/{id}/progression` carry. */
export interface Progression {
  /** ISO 8601, by the device's clock. */
  readonly modified: string
  readonly device: { readonly id: string; readonly name: string }
  readonly locator: Locator
}
