import type { RefObject } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { correctTranscript } from '#app/lib/correct-transcript.ts'
import { toast } from '#app/ui/toast.tsx'
import type { SectionReply } from '#domain/record/contract.ts'
import { withStop } from '#domain/record/proof/stop.ts'
import type { Diagnosis, Omission, Section, Sentence, StructuredRecord } from '#domain/record/record.ts'
import {
  addAddendum,
  dismissOmission,
  insertOmission,
  markSeen,
  markTextSeen,
  saveDiagnoses,
  saveSection,
  saveText,
  saveToHistory,
  signRecord,
} from './calls.ts'
import {
  editId,
  type Marked,
  missingLabel,
  OMITTED,
  OMITTED_TITLE,
  type Place,
  RECORD_TEXT,
  SIGNED_BANNER,
  sectionAnchor,
  sentenceId,
  TEXT_TO_CHECK,
  toCheck,
  toCheckInText,
} from './marks.ts'
import { startOf, withoutSentence } from './parts.ts'
import { isBegun, type SectionDrafts } from './section-drafts.ts'

/** The name of the exchange of speakers while it runs. */
export const SWAP = 'swap speakers'
export type FocusTarget = { id: string; scroll: boolean }

/** The open record, as its changes need it. */
export type RecordPage = {
  latest: RefObject<StructuredRecord>
  accept: (next: StructuredRecord, ongoing?: boolean) => void
  acceptSection: (reply: SectionReply, ongoing?: boolean) => void
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  run: (what: string, failed: string, work: () => Promise<void>) => Promise<ApiFailure | null>
  /** Saves 'Texto para Prontuário' first: a changed section would change its base. */
  textFirst: RefObject<() => Promise<void>>
  store: SectionDrafts
  onChange: () => void
  goTo: (place: Place, why?: string) => void
  setSelected: (place: Place | null) => void
  setTarget: (target: FocusTarget) => void
  say: (text: string) => void
}

/** Changes that settle a flag or an omission. `settle`: an edit that is being left is saved first. */
export function checkChanges(page: RecordPage, settle: () => Promise<boolean>) {
  const { latest, accept, acceptSection, run, goTo, setTarget, say } = page
  const id = latest.current.consultation_id
  const seen = async ({ place, sentence }: Marked) => {
    await settle()
    return run(`seen ${sentenceId(place)}`, 'Erro ao atualizar seção', async () => {
      acceptSection(await markSeen(place.section, [sentence.text]))
      // The line disappears with its button: the focus moves to the sentence.
      setTarget({ id: sentenceId(place), scroll: false })
      const others = toCheck(latest.current).length
      say(`Frase conferida. ${others === 0 ? 'Nenhuma frase falta conferir.' : `${missingLabel(others)}.`}`)
    })
  }

  const textSeen = (message: string) =>
    run(`text ${message}`, 'Erro ao atualizar o texto', async () => {
      accept(await markTextSeen(id, [message]))
      const others = toCheckInText(latest.current).length
      setTarget({ id: others > 0 ? TEXT_TO_CHECK : RECORD_TEXT, scroll: false })
      say(`Aviso conferido. ${others === 0 ? 'Nenhum aviso do texto falta conferir.' : `${missingLabel(0, others)}.`}`)
    })

  const insert = async (omission: Omission) => {
    await settle()
    return run(`insert ${omission.id}`, 'Erro ao inserir', async () => {
      const next = await insertOmission(id, omission.id)
      accept(next)
      const section = next.sections.find(({ key }) => key === omission.section)
      const sentence = section?.sentences.findLastIndex(({ text }) => text === withStop(omission.text)) ?? -1
      if (section && sentence >= 0) goTo({ section: section.id, sentence })
      say(`Frase inserida em ${section?.title ?? 'sua seção'}.`)
    })
  }

  /** Takes an entry off the list; the toast puts it back. */
  const dismiss = (omission: Omission) =>
    run(`remove ${omission.id}`, 'Erro ao dispensar', async () => {
      accept(await dismissOmission(id, omission.id, true))
      const { omissions, sections } = latest.current
      const section = sections.find(({ key }) => key === omission.section)
      // The entry disappears with its button.
      if (omissions.length > 0) setTarget({ id: OMITTED, scroll: false })
      else if (section) setTarget({ id: sectionAnchor(section), scroll: false })
      toast('Fala dispensada', { action: { label: 'Desfazer', onClick: () => void restore(omission) } })
    })
  const restore = (omission: Omission) =>
    run(`remove ${omission.id}`, 'Erro ao desfazer', async () => {
      accept(await dismissOmission(id, omission.id, false))
      setTarget({ id: OMITTED, scroll: false })
      say(`De volta em ${OMITTED_TITLE}.`)
    })

  return { seen, textSeen, insert, dismiss }
}

/** Changes of one section's text. */
export function sectionChanges(page: RecordPage) {
  const { latest, acceptSection, inTurn, run, textFirst, store, onChange, setSelected, setTarget, say } = page
  const writes = sectionWrites({ store, record: () => latest.current, accept: acceptSection })

  function leaveEdit(section: Section) {
    setSelected(null)
    setTarget({ id: sectionAnchor(section), scroll: false })
  }
  /** Saves and closes an edit. `refocus`: it was left by a key, so the focus goes to the section. */
  const edit = async (section: Section, refocus: boolean) => {
    await textFirst.current()
    return run(`edit ${section.id}`, 'Erro ao atualizar seção', async () => {
      if ((await writes.send(section.key, true)) && refocus) leaveEdit(section)
    })
  }
  const giveUp = async (section: Section) => {
    await textFirst.current()
    return run(`edit ${section.id}`, 'Erro ao atualizar seção', async () => {
      await writes.giveUp(section.key)
      leaveEdit(section)
    })
  }
  /** Saves while typing continues: it does not block the page, and a failure shows beside the text. */
  async function autosave(key: string): Promise<ApiFailure | null> {
    try {
      await textFirst.current()
      await inTurn(() => writes.send(key, false))
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (outdated.has(failure.code)) onChange()
      return failure
    }
  }
  /** Saves and closes every edit that can be saved. Resolves to true once no section has unsaved words. */
  async function settle(): Promise<boolean> {
    await textFirst.current()
    for (const [key, draft] of store.all()) {
      if (draft.found || store.isStale(key)) continue
      if (isBegun(draft)) await inTurn(() => writes.send(key, true)).catch(() => false)
      else store.drop(key)
    }
    return store.unsaved() === ''
  }

  /** Restores a section's text from an earlier version or as structured. */
  const restore = (section: Section, content: string) =>
    run(`restore ${section.id}`, 'Erro ao atualizar seção', async () => {
      acceptSection(await saveSection(section.id, content, section.content))
      setSelected(null)
      setTarget({ id: sectionAnchor(section), scroll: true })
      toast.success(`Texto anterior de ${section.title} restaurado`)
    })

  const remove = async ({ place, section, sentence }: Marked) => {
    await settle()
    return run(`remove ${sentenceId(place)}`, 'Erro ao atualizar seção', async () => {
      const now = latest.current.sections.find(({ id }) => id === section.id) ?? section
      const isSame = ({ text }: Sentence) => text === sentence.text
      const same = now.sentences[place.sentence]
      const at = same && isSame(same) ? place.sentence : now.sentences.findIndex(isSame)
      // The edit that was just saved may have changed it.
      if (at < 0) return
      acceptSection(await saveSection(now.id, withoutSentence(now, at), now.content))
      setSelected(null)
      setTarget({ id: sectionAnchor(section), scroll: false })
      say(`Frase removida de ${section.title}.`)
    })
  }

  /** Appends a sentence to a section: into its open edit, else at once. */
  const append = async ({ id, key, title }: Section, sentence: string) => {
    const draft = store.get(key)
    if (draft) return store.write(key, [draft.text.trimEnd(), sentence].filter(Boolean).join(' '))
    await run(`append ${id} ${sentence}`, 'Erro ao atualizar seção', async () => {
      const { content } = latest.current.sections.find((one) => one.id === id) ?? { content: '' }
      acceptSection(await saveSection(id, [withStop(content), sentence].filter(Boolean).join(' '), content))
      say(`Frase incluída em ${title}.`)
    })
  }

  /** Opens the edit of a sentence with the cursor behind its `offset` characters, by default before its stop. */
  function correct({ place, section, sentence }: Marked, offset = sentence.text.replace(/[.!?…]+$/, '').length) {
    setSelected(place)
    if (store.get(section.key)) return setTarget({ id: editId(section), scroll: true })
    store.begin(section.key, startOf(section, place.sentence) + offset)
  }

  return { edit, giveUp, autosave, settle, restore, remove, append, correct }
}

/** Changes of the whole record. */
export function recordChanges({ latest, accept, run, setSelected, setTarget, say }: RecordPage) {
  const id = latest.current.consultation_id
  return {
    /** Exchanges the two speakers in all lines; the record is checked again. */
    swapSpeakers: () =>
      run(SWAP, 'Erro ao trocar', async () => {
        const { record, rechecked } = await correctTranscript(id, { type: 'flip_speakers' })
        if (record) accept(record)
        const changed = rechecked.length === 0 ? 'Nenhuma frase mudou' : `Frases que mudaram: ${rechecked.length}`
        say(`Médico e paciente foram trocados em todas as falas. ${changed}.`)
      }),
    save: () =>
      run('save', 'Erro ao salvar', async () => {
        accept(await saveToHistory(id, latest.current.revision))
        toast.success('Transcrição estruturada salva com sucesso!')
      }),
    sign: (allergyReason?: string) =>
      run('sign', 'Erro ao assinar', async () => {
        accept(await signRecord(id, latest.current.revision, allergyReason))
        setSelected(null)
        setTarget({ id: SIGNED_BANNER, scroll: true })
      }),
    addAddendum: (addendumId: string, text: string) =>
      run('addendum', 'Erro ao adicionar o adendo', async () => {
        const addendum = await addAddendum(id, addendumId, text)
        // It may be present already if the answer to an earlier try was lost.
        const others = latest.current.addenda.filter((other) => other.id !== addendum.id)
        accept({ ...latest.current, addenda: [...others, addendum].sort((a, b) => a.created_at - b.created_at) })
        toast.success('Adendo adicionado')
      }),
    setText: (text: string | null, base: string) =>
      run('text', 'Erro ao salvar o texto', async () => accept(await saveText(id, text, base))),
    setDiagnoses: (diagnoses: Diagnosis[]) =>
      run('diagnoses', 'Erro ao salvar o CID', async () => accept(await saveDiagnoses(id, diagnoses))),
  }
}

export const failureOf = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure('internal', 0, 'Erro desconhecido')

/** The shown record is out of date: reload it. */
export const outdated = new Set<string>([
  'record_changed',
  'section_signed',
  'record_not_found',
  'structuring_under_way',
])

type Parts = {
  store: SectionDrafts
  record: () => StructuredRecord
  /** `ongoing`: the doctor continues to write. */
  accept: (reply: SectionReply, ongoing: boolean) => void
}

/** Sends the text of an edit to the server. Both functions throw the error of the call. */
function sectionWrites({ store, record, accept }: Parts) {
  const sectionNow = (key: string) => record().sections.find((section) => section.key === key)
  return {
    /** Sends the current draft. Resolves to true if that ends the edit. */
    async send(key: string, over: boolean): Promise<boolean> {
      const [draft, section] = [store.get(key), sectionNow(key)]
      if (!draft || !section) return true
      const { text, base, edit } = draft
      const reply = await saveSection(section.id, text.trim(), base, { edit, autosave: !over })
      const ends = store.saved(key, text, reply.section.content, over)
      accept(reply, !ends)
      return ends
    },
    /** Restores the text from before the edit, unless another window has changed it. */
    async giveUp(key: string): Promise<void> {
      const [draft, section] = [store.get(key), sectionNow(key)]
      if (draft && section && !store.isStale(key) && draft.base !== draft.began) {
        const { began, base, edit } = draft
        accept(await saveSection(section.id, began, base, { edit, autosave: false }), false)
      }
      store.drop(key)
    },
  }
}
