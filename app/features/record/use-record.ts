import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { readSettings } from '#app/lib/settings.ts'
import { toast } from '#app/ui/toast.tsx'
import { freeText } from '#domain/contract.ts'
import type { SectionReply } from '#domain/record/contract.ts'
import { stopped } from '#domain/record/proof/stop.ts'
import type { Diagnosis, Omission, Section, StructuredRecord } from '#domain/record/record.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import {
  addAddendum,
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
  inOrder,
  type Marked,
  missingLabel,
  type Place,
  RECORD_TEXT,
  SIGNED_BANNER,
  sectionAnchor,
  sentenceId,
  TEXT_TO_CHECK,
  toCheck,
  toCheckInText,
} from './marks.ts'
import { withoutSentence } from './parts.ts'
import { sectionWrites } from './section-writes.ts'
import { useSectionDrafts } from './use-section-drafts.ts'

type Options = {
  /** As the page loaded it. */
  record: StructuredRecord
  /** It changed: the page loads it again. */
  onChange: () => void
  /** Another structuring is under way: until it ends this record is only read. */
  held: boolean
}

const HELD = 'structuring'

/** One record and its actions. Shows each change before the page has loaded it again. */
export function useRecord({ record: loaded, onChange, held: underWay }: Options) {
  const [changed, setChanged] = useState<{ from: StructuredRecord; to: StructuredRecord } | null>(null)
  const ahead = changed && isAhead(changed, loaded) ? changed.to : null
  const record = ahead ?? loaded
  const isHeld = underWay && record.signature === null
  const latest = useRef(record)
  latest.current = record
  const base = useRef(loaded)
  base.current = loaded
  const id = record.consultation_id

  const [selected, setSelected] = useState<Place | null>(null)
  const [target, setTarget] = useState<{ id: string; scroll: boolean } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [said, say] = useState('')
  const unchecked = toCheck(record)
  const leftInText = toCheckInText(record)
  const sections = inOrder(record.sections)
  const drafts = useSectionDrafts(record)
  const { store } = drafts

  // Where the eye is led to may be drawn only by the change that leads there.
  useEffect(() => {
    if (target === null) return
    const element = document.getElementById(target.id)
    if (target.scroll) element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    element?.focus({ preventScroll: true })
    // Where the button that was pressed is gone, the dialog takes the focus to itself one frame later.
    requestAnimationFrame(() => element?.focus({ preventScroll: true }))
    setTarget(null)
  }, [target])

  /** Reloads the page's consultation data, but not at every autosave. */
  const owed = useRef(false)
  const reload = useRef(onChange)
  reload.current = onChange
  function tell(ongoing = false) {
    owed.current = ongoing
    if (!ongoing) reload.current()
  }
  useEffect(() => () => void (owed.current && reload.current()), [])

  /** An answer that was overtaken by a later one changes nothing. */
  function accept(next: StructuredRecord, ongoing = false) {
    if (next.revision < latest.current.revision) return
    latest.current = next
    setChanged({ from: base.current, to: next })
    tell(ongoing)
  }
  function acceptSection({ section, ...change }: SectionReply, ongoing = false) {
    const { sections } = latest.current
    accept(
      {
        ...latest.current,
        ...change,
        sections: sections.map((other) => (other.id === section.id ? section : other)),
      },
      ongoing,
    )
  }

  /** One change after the other: each answer is what the next begins with. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.current.then(work)
    queue.current = done.catch(() => undefined)
    return done
  }
  /** Saves 'Texto para Prontuário' first: a changed section would change its base. */
  const textFirst = useRef<() => Promise<void>>(async () => {})
  const writes = sectionWrites({ store, record: () => latest.current, accept: acceptSection })

  function goTo(place: Place, why = '') {
    say(why)
    setSelected(place)
    setTarget({ id: sentenceId(place), scroll: true })
  }

  const goToSection = (section: Section) => setTarget({ id: sectionAnchor(section), scroll: true })

  /** Runs one change. Shows a failure, and reloads a record that changed elsewhere. */
  async function run(what: string, failed: string, work: () => Promise<void>): Promise<ApiFailure | null> {
    setBusy(what)
    try {
      await inTurn(work)
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code === 'crm_missing') return failure
      toast.error(`${failed}: ${failure.message}`)
      if (outdated.has(failure.code)) onChange()
      return failure
    } finally {
      setBusy(null)
    }
  }

  const seen = ({ place, sentence }: Marked) =>
    run(`seen ${sentenceId(place)}`, 'Erro ao atualizar seção', async () => {
      acceptSection(await markSeen(place.section, [sentence.text]))
      // The button that was pressed is gone with its line: the focus goes on from the sentence.
      setTarget({ id: sentenceId(place), scroll: false })
      const others = toCheck(latest.current).length
      say(`Frase conferida. ${others === 0 ? 'Nenhuma frase falta conferir.' : `${missingLabel(others)}.`}`)
    })

  const textSeen = (message: string) =>
    run(`text ${message}`, 'Erro ao atualizar o texto', async () => {
      accept(await markTextSeen(id, [message]))
      const others = toCheckInText(latest.current).length
      setTarget({ id: others > 0 ? TEXT_TO_CHECK : RECORD_TEXT, scroll: false })
      say(`Aviso conferido. ${others === 0 ? 'Nenhum aviso do texto falta conferir.' : `${missingLabel(0, others)}.`}`)
    })

  function leaveEdit(section: Section) {
    setSelected(null)
    setTarget({ id: sectionAnchor(section), scroll: false })
  }
  const edit = async (section: Section) => {
    await textFirst.current()
    return run(`edit ${section.id}`, 'Erro ao atualizar seção', async () => {
      if (await writes.send(section.key, true)) leaveEdit(section)
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
  /** True once no section has unsaved words. Where they do not save themselves, nothing is saved behind the doctor's back. */
  async function settle(): Promise<boolean> {
    if (readSettings().transcription.autoSave)
      for (const [key, { text, sent, found }] of store.all())
        if (text !== sent && text.trim() !== '' && !found && !store.isStale(key))
          await inTurn(() => writes.send(key, true)).catch(() => false)
    return store.unsaved() === ''
  }

  /** A section as it stood in an earlier version, or as it was structured. */
  const restore = (section: Section, content: string) =>
    run(`restore ${section.id}`, 'Erro ao atualizar seção', async () => {
      acceptSection(await saveSection(section.id, content, section.content))
      setSelected(null)
      setTarget({ id: sectionAnchor(section), scroll: true })
      toast.success(`Texto anterior de ${section.title} restaurado`)
    })

  const remove = ({ place, section }: Marked) =>
    run(`remove ${sentenceId(place)}`, 'Erro ao atualizar seção', async () => {
      acceptSection(await saveSection(section.id, withoutSentence(section, place.sentence), section.content))
      setSelected(null)
      setTarget({ id: sectionAnchor(section), scroll: false })
      say(`Frase removida de ${section.title}.`)
    })

  const insert = (omission: Omission) =>
    run(`insert ${omission.id}`, 'Erro ao inserir', async () => {
      const next = await insertOmission(id, omission.id)
      accept(next)
      const section = next.sections.find(({ key }) => key === omission.section)
      const sentence = section?.sentences.findLastIndex(({ text }) => text === stopped(omission.text)) ?? -1
      if (section && sentence >= 0) goTo({ section: section.id, sentence })
      say(`Frase inserida em ${section?.title ?? 'sua seção'}.`)
    })

  return {
    record,
    sections,
    drafts,
    /** Sentences to check before saving or signing. */
    left: unchecked,
    /** The same of 'Texto para Prontuário'; what it is by now, for who has just kept the text. */
    leftInText,
    leftInTextNow: () => toCheckInText(latest.current).length,
    /** Leads to a part of the page by its id, and says why. */
    show: (place: string, why = '') => {
      say(why)
      setTarget({ id: place, scroll: true })
    },
    selected,
    select: setSelected,
    goTo,
    goToSection,
    /** The running action; no other may start meanwhile. */
    busy: busy ?? (isHeld ? HELD : null),
    held: isHeld,
    /** The last action, for screen readers. */
    said,
    seen,
    textSeen,
    remove,
    restore,
    edit,
    giveUp,
    autosave,
    settle,
    insert,
    save: () =>
      run('save', 'Erro ao salvar', async () => {
        accept(await saveToHistory(id, latest.current.revision))
        toast.success('Transcrição estruturada salva com sucesso!')
      }),
    sign: () =>
      run('sign', 'Erro ao assinar', async () => {
        accept(await signRecord(id, latest.current.revision))
        setSelected(null)
        setTarget({ id: SIGNED_BANNER, scroll: true })
        toast.success('Registro assinado')
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
    /** For who writes that text: see above. */
    textFirst,
    recordNow: () => latest.current,
    /** The base of the current record with `text` as just saved. */
    baseOfText: (text: string) => textBase({ ...latest.current, unified_text: freeText.parse(text).trim() }),
    setDiagnoses: (diagnoses: Diagnosis[]) =>
      run('diagnoses', 'Erro ao salvar o CID', async () => accept(await saveDiagnoses(id, diagnoses))),
  }
}
export type RecordWork = ReturnType<typeof useRecord>

const failureOf = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure('internal', 0, 'Erro desconhecido')

/** The shown record is out of date: reload it. */
const outdated = new Set<string>(['record_changed', 'section_signed', 'record_not_found', 'structuring_under_way'])

/** True until the page has reloaded, or if it loaded a revision from before the change. */
const isAhead = ({ from, to }: { from: StructuredRecord; to: StructuredRecord }, loaded: StructuredRecord): boolean =>
  from === loaded || (to.created_at === loaded.created_at && to.revision > loaded.revision)
