import {
  isRef,
  nameOf,
  type PdfDict,
  type PdfObject,
  type PdfString,
  PdfSyntaxError,
  type PdfValue,
  spelled,
} from './objects.ts'
import { BaseFile, readUpdates, type Update } from './updates.ts'

/** A signature of the file. Its bytes are `[0, from)` and `[to, end)`; between them is the hex of `contents`. */
export type FoundSignature = {
  from: number
  to: number
  end: number
  /** One letter a byte, with the zeros that fill it up. */
  contents: string
  subFilter: string | null
  /** A document timestamp (ETSI EN 319 142-1, 5.4.3) instead of a person's signature. */
  isTimestamp: boolean
  /** /M: when the signer says that it signed, as PDF spells it. */
  claimedAt: string | null
}

export type SignedFile =
  | { state: 'signed'; signatures: FoundSignature[] }
  | { state: 'not_signed' }
  /** More than signatures follows the issued file, or a signature does not cover the file. */
  | { state: 'altered' }

const FIELDS_MAX = 20
/** Visible signatures cover at most a fifth of an A4 page, in square points. */
const VISIBLE_MAX = 100_000
const namesIn = (...lists: string[]) => new Set(lists.flatMap((list) => list.split('|')))
const fieldKeys = namesIn('Type|Subtype|FT|T|TU|TM|V|F|Rect|P|AP|AS|Ff|DA|MK|Lock|SV|Kids|Parent|Border|BS|DR|Q|M|NM')
const catalogueMayGain = namesIn('AcroForm|DSS|Extensions|Perms|Version')
const formKeys = namesIn('Type|Fields|SigFlags|DR|DA|Q|NeedAppearances')
/** Keys of actions, scripts and enclosed files (ISO 32000-1, 12.6): no signature needs one. */
const activeKeys = namesIn('A|AA|OpenAction|Next|JS|JavaScript|XFA', 'EF|EmbeddedFiles|RichMediaContent')

class Altered extends Error {}
const must = (isRight: boolean): void => {
  if (!isRight) throw new Altered()
}

function hasActiveKey(value: PdfValue): boolean {
  if (Array.isArray(value)) return value.some(hasActiveKey)
  if (!(value instanceof Map)) return false
  return [...value].some(([key, inside]) => activeKeys.has(key) || hasActiveKey(inside))
}

/**
 * The pages and fields that the file shows after its updates. The issued file below them is trusted: its digest was
 * compared. An update may add signature fields, signatures and the data to verify them. It may change nothing else.
 */
class Shown {
  readonly #base: BaseFile
  readonly #pages: number[]
  readonly #root: number
  readonly #added = new Map<number, PdfValue>()
  /** The ids of the signed fields. */
  readonly #signed = new Set<number>()
  /** The ids of everything that a visible signature shows, existing or not: no later update may write one. */
  readonly #frozen = new Set<number>()

  constructor(base: BaseFile) {
    this.#base = base
    this.#pages = base.pages()
    const root = base.trailer.get('Root')
    must(isRef(root) && this.#pages.length > 0)
    this.#root = isRef(root) ? root.id : 0
  }

  #object(id: number): PdfValue | undefined {
    return this.#added.has(id) ? this.#added.get(id) : this.#base.object(id)
  }
  #resolve(value: PdfValue | undefined): PdfValue | undefined {
    return isRef(value) ? this.#object(value.id) : value
  }
  #dict(value: PdfValue | undefined): PdfDict {
    const found = this.#resolve(value)
    if (!(found instanceof Map)) throw new Altered()
    return found
  }
  #list(value: PdfValue | undefined): PdfValue[] {
    const found = this.#resolve(value)
    if (!Array.isArray(found)) throw new Altered()
    return found
  }

  /** Applies an update, and returns the signature that it adds; null without one. */
  apply(update: Update): FoundSignature | null {
    const { trailer, objects } = update
    must(spelled(trailer.get('Root')) === spelled(this.#base.trailer.get('Root')))
    const replaceable = this.#replaceable()
    for (const object of objects) this.#checkPlace(object, replaceable)
    must(objects.every(({ id }) => !this.#frozen.has(id)))
    for (const { id, value } of objects) this.#added.set(id, value)
    const info = trailer.get('Info')
    must(info === undefined || this.#isSameInfo(this.#resolve(info)))
    const catalogue = this.#checkCatalogue()
    const widgets = new Map<number, PdfDict>()
    const fields = catalogue.has('AcroForm') ? this.#fieldsOf(this.#dict(catalogue.get('AcroForm')), widgets) : []
    for (const page of this.#pages) this.#checkPage(page, widgets)
    const fresh = fields.filter(([id, field]) => field.has('V') && !this.#signed.has(id))
    must(fresh.length <= 1)
    const [added] = fresh
    const inForm = new Set(fields.map(([id]) => id))
    must([...this.#signed].every((id) => inForm.has(id)))
    this.#checkSizes(widgets, new Set(objects.map(({ id }) => id)))
    for (const [id, field] of fields) if (field.has('V')) this.#signed.add(id)
    if (added) for (const widget of widgets.values()) for (const key of ['AP', 'MK']) this.#freeze(widget.get(key))
    return added ? foundOf(this.#dict(added[1].get('V')), update) : null
  }

  /** A later update could otherwise show something else in the place of a signature. */
  #freeze(shown: PdfValue | undefined): void {
    const waiting = [shown]
    while (waiting.length > 0) {
      const value = waiting.pop()
      if (Array.isArray(value) || value instanceof Map) for (const inside of value.values()) waiting.push(inside)
      if (!isRef(value) || this.#frozen.has(value.id) || this.#base.has(value.id)) continue
      this.#frozen.add(value.id)
      waiting.push(this.#added.get(value.id))
    }
  }

  /** Objects of earlier updates that a later one may write again: lists, and what verifies; never a signature. */
  #replaceable(): Set<number> {
    const ids = new Set<number>()
    const add = (value: PdfValue | undefined) => isRef(value) && ids.add(value.id)
    const catalogue = this.#dict({ kind: 'ref', id: this.#root, generation: 0 })
    for (const key of ['AcroForm', 'DSS']) add(catalogue.get(key))
    const security = this.#resolve(catalogue.get('DSS'))
    for (const inside of security instanceof Map ? security.values() : []) add(inside)
    for (const page of this.#pages) add(this.#dict({ kind: 'ref', id: page, generation: 0 }).get('Annots'))
    const form = this.#resolve(catalogue.get('AcroForm'))
    if (!(form instanceof Map)) return ids
    add(form.get('Fields'))
    for (const field of this.#list(form.get('Fields')))
      if (isRef(field) && !this.#dict(field).has('V')) ids.add(field.id)
    return ids
  }

  /** Where an object of an update may be: in a new place, or in that of something that may be replaced. */
  #checkPlace({ id, generation, value, isStream }: PdfObject, replaceable: ReadonlySet<number>): void {
    must(!hasActiveKey(value) && (generation === 0 || !this.#base.has(id)))
    // Objects within a stream, or a second table, would hide what they hold from this reader.
    const type = value instanceof Map ? nameOf(value.get('Type')) : null
    must(!isStream || (type !== 'ObjStm' && type !== 'XRef'))
    const info = this.#base.trailer.get('Info')
    const metadata = this.#dict({ kind: 'ref', id: this.#root, generation: 0 }).get('Metadata')
    const isNamed = (ref: PdfValue | undefined) => isRef(ref) && ref.id === id
    if (id === this.#root || this.#pages.includes(id)) must(!isStream)
    else if (!this.#base.has(id)) must(!this.#added.has(id) || replaceable.has(id))
    else if (isNamed(info)) must(this.#isSameInfo(value))
    else must(isStream && isNamed(metadata) && type === 'Metadata')
  }

  /** Signing programs write the time of the change and their own name. */
  #isSameInfo(value: PdfValue | undefined): boolean {
    const info = this.#base.trailer.get('Info')
    const own = (of: PdfValue | undefined) =>
      of instanceof Map ? spelled(new Map([...of].filter(([key]) => key !== 'ModDate' && key !== 'Producer'))) : ''
    return value instanceof Map && own(value) === own(isRef(info) ? this.#base.object(info.id) : info)
  }

  #checkCatalogue(): PdfDict {
    const [before, now] = [this.#base.object(this.#root), this.#object(this.#root)]
    if (!(before instanceof Map) || !(now instanceof Map)) throw new Altered()
    for (const key of new Set([...before.keys(), ...now.keys()]))
      if (!catalogueMayGain.has(key)) must(spelled(before.get(key)) === spelled(now.get(key)))
    const permissions = this.#resolve(now.get('Perms'))
    must(permissions === undefined || (permissions instanceof Map && [...permissions.keys()].join() === 'DocMDP'))
    if (now.has('DSS')) this.#checkSecurityStore(this.#dict(now.get('DSS')))
    return now
  }

  /** Its objects may be replaced later, so none of them may be something that is shown (ETSI EN 319 142-1, 5.4.2). */
  #checkSecurityStore(store: PdfDict): void {
    for (const [key, value] of store) {
      if (key === 'VRI') must([...this.#dict(value).keys()].every((name) => /^[0-9A-Fa-f]{40}$/.test(name)))
      else if (key === 'Type') must(nameOf(value) === 'DSS')
      else must(['Certs', 'OCSPs', 'CRLs'].includes(key) && this.#list(value).every(isRef))
    }
  }

  /** The fields of the form with their ids; `widgets` receives their annotations. */
  #fieldsOf(form: PdfDict, widgets: Map<number, PdfDict>): [number, PdfDict][] {
    must([...form.keys()].every((key) => formKeys.has(key)))
    const list = this.#list(form.get('Fields'))
    must(list.length <= FIELDS_MAX)
    return list.map((item) => {
      if (!isRef(item)) throw new Altered()
      const field = this.#dict(item)
      must(nameOf(field.get('FT')) === 'Sig' && !field.has('Parent'))
      must([...field.keys()].every((key) => fieldKeys.has(key)))
      const kids = field.has('Kids') ? this.#list(field.get('Kids')) : [item]
      must(kids.length <= 1)
      for (const kid of kids) {
        if (!isRef(kid)) throw new Altered()
        const widget = this.#dict(kid)
        must(nameOf(widget.get('Subtype')) === 'Widget' && [...widget.keys()].every((key) => fieldKeys.has(key)))
        widgets.set(kid.id, widget)
      }
      return [item.id, field]
    })
  }

  /** A page gains annotations of signatures alone, after those that it had. */
  #checkPage(id: number, widgets: ReadonlyMap<number, PdfDict>): void {
    const [before, now] = [this.#base.object(id), this.#object(id)]
    if (!(before instanceof Map) || !(now instanceof Map)) throw new Altered()
    for (const key of new Set([...before.keys(), ...now.keys()]))
      if (key !== 'Annots') must(spelled(before.get(key)) === spelled(now.get(key)))
    const own = before.has('Annots') ? this.#list(before.get('Annots')) : []
    const shown = now.has('Annots') ? this.#list(now.get('Annots')) : []
    must(spelled(shown.slice(0, own.length)) === spelled(own))
    for (const annotation of shown.slice(own.length)) must(isRef(annotation) && widgets.has(annotation.id))
  }

  /** Signatures may be seen in a small place. One that follows another could cover the text: it has no place at all. */
  #checkSizes(widgets: ReadonlyMap<number, PdfDict>, written: ReadonlySet<number>): void {
    let sum = 0
    for (const [id, widget] of widgets) {
      const rect = this.#list(widget.get('Rect'))
      must(rect.length === 4 && rect.every((one) => typeof one === 'number'))
      const [left, bottom, right, top] = rect as [number, number, number, number]
      const area = Math.abs((right - left) * (top - bottom))
      must(area === 0 || this.#signed.size === 0 || !written.has(id))
      sum += area
    }
    must(sum <= VISIBLE_MAX)
  }
}

const textOf = (value: PdfValue | undefined): PdfString | null =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'string' ? value : null

/** The signature of a dictionary, which must cover the whole file up to the end of its update, except its own value. */
function foundOf(dict: PdfDict, { ends }: Update): FoundSignature {
  const [range, contents] = [dict.get('ByteRange'), textOf(dict.get('Contents'))]
  if (!Array.isArray(range) || !contents?.isHex) throw new Altered()
  const [start, length, next, rest] = range as number[]
  must(range.length === 4 && start === 0 && length === contents.from && next === contents.to)
  const end = (next as number) + (rest as number)
  must(end >= ends[0] && end <= ends[1])
  return {
    from: contents.from,
    to: contents.to,
    end,
    contents: contents.value,
    subFilter: nameOf(dict.get('SubFilter')),
    isTimestamp: nameOf(dict.get('Type')) === 'DocTimeStamp',
    claimedAt: textOf(dict.get('M'))?.value ?? null,
  }
}

/**
 * Reads the signatures of a file whose first `issuedBytes` bytes are the issued document. Anything else that follows,
 * and any signature that does not cover what is before it, makes it altered. Linear in the size of the file.
 */
export function readSignedFile(file: Uint8Array, issuedBytes: number): SignedFile {
  if (file.length === issuedBytes) return { state: 'not_signed' }
  try {
    const base = new BaseFile(file.subarray(0, issuedBytes))
    const shown = new Shown(base)
    const signatures: FoundSignature[] = []
    let previous = base.startxref
    for (const update of readUpdates(file, issuedBytes)) {
      must(update.trailer.get('Prev') === previous)
      previous = update.startxref
      const found = shown.apply(update)
      if (found) signatures.push(found)
    }
    return signatures.length === 0 ? { state: 'not_signed' } : { state: 'signed', signatures }
  } catch (error) {
    if (error instanceof Altered || error instanceof PdfSyntaxError) return { state: 'altered' }
    throw error
  }
}
