/** What rows may ask for. */
export interface RowActions {
  go: (row: number, col: number, extend?: boolean) => void
  more: (row: number) => void
  /** Opens the active cell: as it stands, or with the sign that was typed over it. */
  edit: (over?: string) => void
  /** Ends writing with a new text, or null to leave the cell as it was, and goes on by so many cells. */
  finish: (text: string | null, down: number, right: number) => void
  /** The person went elsewhere while writing. */
  leave: (text: string) => void
}
