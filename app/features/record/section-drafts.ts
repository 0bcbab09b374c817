import { createListeners } from '#app/lib/listeners.ts'

/** The draft of one section's text. */
export type Draft = {
  text: string
  /** The saved text when the edit began or was last saved. Saving is refused if the server has another. */
  base: string
  /** The draft as of the last save; before the first save, the text from before the edit. */
  sent: string
  /** The section's text before the first key; cancelling restores it. */
  began: string
  /** The id of this edit, the same for all its saves. */
  edit: string
  /** The part of the draft stored on this device. */
  onDevice: string | null
  /** Restored from this device and not edited since. */
  found: boolean
}
type SavedSection = { key: string; content: string }

const isUnsaved = ({ text, sent }: Draft): boolean => text !== sent
/** Whether the edit changed the text, even if all of it is saved. */
export const isBegun = ({ text, began, sent }: Draft): boolean => text !== began || sent !== began

/**
 * The open edits of sections, by their key in the template: a new structuring changes section ids but loses no words.
 * Kept outside of React's state, so that a keystroke rerenders only its own box.
 */
export class SectionDrafts {
  #drafts: ReadonlyMap<string, Draft> = new Map()
  #savedContents: ReadonlyMap<string, string> = new Map()
  /** Where the cursor begins in an opened edit; at the end without an entry. */
  readonly #carets = new Map<string, number>()
  readonly #changes = createListeners()
  readonly #newId: () => string

  constructor(newId: () => string = () => crypto.randomUUID()) {
    this.#newId = newId
  }

  readonly subscribe = this.#changes.on
  get(key: string): Draft | null {
    return this.#drafts.get(key) ?? null
  }
  all(): readonly (readonly [key: string, Draft])[] {
    return [...this.#drafts]
  }
  /** Returns the section's text in the current record; null if it has no such section. */
  savedContent(key: string): string | null {
    return this.#savedContents.get(key) ?? null
  }
  /** Whether the saved text has changed since the edit began or was last saved. */
  isStale(key: string): boolean {
    const draft = this.get(key)
    return draft !== null && draft.base !== this.savedContent(key)
  }

  /** Joined keys: the string changes only when an edit opens, closes or changes its group. */
  readonly open = (): string => [...this.#drafts.keys()].join(' ')
  readonly unsaved = (): string => this.#keys(isUnsaved)
  /** Sections whose edit has not ended. */
  readonly begun = (): string => this.#keys(isBegun)
  /** The unsaved text that exists only in this page. It changes while typing: read it, do not render it. */
  readonly onlyInPage = (): string => this.#keys((draft) => isUnsaved(draft) && draft.onDevice !== draft.text)

  /** Opens the section for editing with the cursor before the character `caret`, or at the end. */
  begin(key: string, caret?: number): void {
    const content = this.savedContent(key) ?? ''
    if (caret === undefined) this.#carets.delete(key)
    else this.#carets.set(key, caret)
    this.#put(key, this.#draftOf(content, content))
  }
  write(key: string, text: string): void {
    this.#change(key, (draft) => ({ ...draft, text, found: false }))
  }
  caretOf(key: string): number | undefined {
    return this.#carets.get(key)
  }
  drop(key: string): void {
    this.#put(key, null)
  }
  clear(): void {
    this.#drafts = new Map()
    this.#tell()
  }

  /**
   * Applies a save: `sent` became `content`. Text typed during the request remains. Returns true if the edit is over.
   */
  saved(key: string, sent: string, content: string, over: boolean): boolean {
    this.#savedContents = new Map(this.#savedContents).set(key, content)
    const draft = this.get(key)
    const ends = over && draft?.text === sent
    // The next save starts from the stored text, and is refused only if another window wrote meanwhile.
    this.#put(key, ends || !draft ? null : { ...draft, sent, base: content, found: false })
    return ends
  }
  /** The doctor saw the current text: the draft may replace it. */
  rebase(key: string): void {
    const content = this.savedContent(key) ?? ''
    this.#change(key, ({ text }) => this.#draftOf(text, content))
  }
  /** Sets the saved texts of the current record. */
  setSaved(sections: readonly SavedSection[]): void {
    this.#savedContents = new Map(sections.map(({ key, content }) => [key, content]))
    this.#tell()
  }

  restore(
    key: string,
    { text, base, sent, began, edit }: Pick<Draft, 'text' | 'base' | 'sent' | 'began' | 'edit'>,
  ): void {
    this.#put(key, { text, base, sent, began, edit, onDevice: text, found: true })
  }
  /** Records the text of the edit that this device has stored; null if storing failed. */
  markOnDevice(key: string, edit: string, text: string | null): void {
    this.#change(key, (draft) =>
      draft.edit === edit && draft.onDevice !== text ? { ...draft, onDevice: text } : draft,
    )
  }

  #draftOf(text: string, content: string): Draft {
    return { text, base: content, sent: content, began: content, edit: this.#newId(), onDevice: null, found: false }
  }
  #keys(which: (draft: Draft) => boolean): string {
    return [...this.#drafts].flatMap(([key, draft]) => (which(draft) ? [key] : [])).join(' ')
  }
  #change(key: string, next: (draft: Draft) => Draft): void {
    const draft = this.get(key)
    if (!draft) return
    const changed = next(draft)
    if (changed !== draft) this.#put(key, changed)
  }
  #put(key: string, draft: Draft | null): void {
    const drafts = new Map(this.#drafts)
    if (draft) drafts.set(key, draft)
    else drafts.delete(key)
    this.#drafts = drafts
    this.#tell()
  }
  #tell(): void {
    this.#changes.call()
  }
}
