import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/form.tsx'
import { crm as crmRule } from '#domain/account/profile.ts'
import { messageOf } from '#domain/errors.ts'
import { diagnosisName } from '#domain/record/cid10/cid10.ts'
import { openWarnings } from '#domain/record/proof/warnings.ts'
import type { Section, StructuredRecord } from '#domain/record/record.ts'
import { aiUseLine, DEMONSTRATION } from '#domain/record/text/unified-text.ts'
import { saveProfile } from './calls.ts'
import { isEmpty } from './confidence.tsx'
import { OMITTED_TITLE } from './marks.ts'
import type { Named } from './record-text.tsx'
import type { RecordWork } from './use-record.ts'

/** The signing doctor, as the page has it; `maskCrm` writes the slash while the CRM is typed. */
/** `specialty`: of the profile, in the profile's words. */
export type Signer = { name: string; crm: string | null; specialty: string | null; maskCrm: (text: string) => string }

type Props = { work: RecordWork; consultation: Named; signer: Signer; open: boolean; onClose: () => void }

/** Shows what will be signed and what a signature means; asks for the CRM if the profile has none. */
export function SignDialog({ work, consultation, signer, open, onClose }: Props) {
  const { record, busy } = work
  const form = useId()
  const { zone } = useFormat()
  const marked = markedIn(work.sections)
  const aiUse = aiUseLine(record.structurer, record.created_at, zone, signer.name)
  const [crm, setCrm] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  // Without the patient's yes nothing was recorded.
  const mayHaveSound = consultation.consent?.state === 'accepted' || consultation.consent?.state === 'revoked'
  const needsCrm = signer.crm === null
  const field = useRef<HTMLInputElement>(null)
  const allergy = useAllergyReason()

  /** Focuses the field with the error, which may be out of sight on a phone. */
  function refuse(why: string) {
    setError(why)
    field.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (needsCrm) {
      const parsed = crmRule.safeParse(crm)
      if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? messageOf('crm_missing'))
      setSaving(true)
      try {
        await saveProfile({ crm: parsed.data })
      } catch (failure) {
        return refuse(failure instanceof ApiFailure ? (failure.fields.crm ?? failure.message) : 'Erro desconhecido')
      } finally {
        setSaving(false)
      }
    }
    if (allergy.isMissing()) return
    const failure = await work.sign(allergy.reason())
    if (failure?.code === 'crm_missing') return refuse(messageOf('crm_missing'))
    if (failure?.code === 'allergy_listed') return allergy.ask(failure.fields.allergy_reason ?? failure.message)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title="Revisar e assinar"
      footer={
        <>
          <Button onClick={onClose} disabled={busy === 'sign'}>
            Cancelar
          </Button>
          <Button type="submit" form={form} variant="primary" busy={saving || busy === 'sign'}>
            Assinar registro
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Summary record={record} consultation={consultation} marked={marked.length} />
        <LookedAt marked={marked} />
        <AllergyStop work={allergy} />
        {needsCrm && (
          <TextField
            label="CRM"
            starred
            hint="Formato: 123456/UF. Fica guardado no seu perfil."
            error={error}
            ref={field}
            name="crm"
            autoComplete="off"
            maxLength={13}
            className="max-w-note"
            value={crm}
            onChange={(event) => {
              setError(null)
              setCrm(signer.maskCrm(event.target.value))
            }}
          />
        )}
        <div className="flex flex-col gap-2 rounded-m bg-sunken px-4 py-3 text-sm">
          <p>
            <b className="font-semibold">
              {signer.name}
              {signer.crm && `, CRM ${signer.crm}`}
            </b>{' '}
            assina com <b className="font-semibold">assinatura eletrônica simples</b>: ficam gravados nome, CRM, data,
            hora e o resumo criptográfico (SHA-256) do conteúdo. Não é uma assinatura qualificada ICP-Brasil.
          </p>
          <p>
            Depois de assinado, o registro não muda mais: correções entram como adendo.
            {mayHaveSound && ' A gravação de áudio guardada neste aparelho é apagada.'}
          </p>
        </div>
        {aiUse && <p className="text-sm text-ink-2">{aiUse}</p>}
      </form>
    </Dialog>
  )
}

/** The reason for a prescription against a listed allergy; the server asks for it. */
function useAllergyReason() {
  const [prescriptions, setPrescriptions] = useState<string[]>([])
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (prescriptions.length > 0) field.current?.focus()
  }, [prescriptions])
  const isMissing = () => {
    if (prescriptions.length === 0 || text.trim()) return false
    setError('Escreva o motivo')
    field.current?.focus()
    return true
  }
  return {
    prescriptions,
    text,
    error,
    field,
    isMissing,
    reason: () => text.trim() || undefined,
    write: (next: string) => {
      setError(null)
      setText(next)
    },
    ask: (found: string) => setPrescriptions(found.split('\n')),
  }
}

function AllergyStop({ work }: { work: ReturnType<typeof useAllergyReason> }) {
  const { prescriptions, text, error, field, write } = work
  if (prescriptions.length === 0) return null
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-m bg-rec-soft px-4 py-3">
      <div>
        <h3 className="font-semibold">O registro prescreve contra uma alergia do paciente</h3>
        <ul className="mt-1 text-sm">
          {prescriptions.map((message) => (
            <li key={message} className="wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-sm">Cancele para corrigir a conduta, ou escreva por que a mantém.</p>
      </div>
      <TextField
        label="Motivo"
        starred
        hint="Fica gravado com a assinatura."
        error={error}
        ref={field}
        autoComplete="off"
        maxLength={500}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
    </section>
  )
}

/** Sentences that will be signed without proof or with a flag. */
const markedIn = (sections: readonly Section[]) =>
  sections.flatMap(({ id, title, sentences }) =>
    sentences.flatMap((sentence, index) =>
      sentence.proof === 'none' || sentence.flags.length > 0 ? [{ key: `${id} ${index}`, title, sentence }] : [],
    ),
  )

/** Lists the flagged sentences again, in full. */
function LookedAt({ marked }: { marked: ReturnType<typeof markedIn> }) {
  const id = useId()
  if (marked.length === 0) return null
  return (
    <section aria-labelledby={id} className="rounded-m bg-warn-soft px-4 py-3 text-sm">
      <h3 id={id} className="font-semibold">
        Entram no registro apesar do aviso
      </h3>
      <ul className="mt-1.5 flex flex-col gap-2">
        {marked.map(({ key, title, sentence }) => (
          <li key={key} className="wrap-anywhere">
            “{sentence.text}”
            <p className="text-sm text-ink-2">
              {title}: {sentence.proof === 'none' && 'sem comprovação na transcrição. '}
              {sentence.flags.map(({ message }) => message).join(' ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const EDITED_TEXT = 'Editado à parte: é este texto, e não o das seções, que será copiado e impresso.'

type SummaryProps = { record: StructuredRecord; consultation: Named; marked: number }

function Summary({ record, consultation, marked }: SummaryProps) {
  const sentences = record.sections.flatMap((section) => section.sentences)
  const of = (proof: string) => sentences.filter((sentence) => sentence.proof === proof).length
  const filled = record.sections.filter((section) => !isEmpty(section)).length
  const flagged = sentences.filter(({ flags }) => flags.length > 0).length
  const proofs = [
    ...(record.structurer ? [`${plural(of('transcript'), 'comprovada', 'comprovadas')} pela transcrição`] : []),
    ...(of('doctor') > 0 ? [`${plural(of('doctor'), 'escrita', 'escritas')} pelo médico`] : []),
    ...(of('none') > 0
      ? [`${plural(of('none'), 'sem comprovação, conferida', 'sem comprovação, conferidas')} pelo médico`]
      : []),
    ...(flagged > 0 ? [`${plural(flagged, 'com alerta, conferida', 'com alerta, conferidas')} pelo médico`] : []),
  ]
  const warnings = [
    ...record.alerts.map(({ message }) => message),
    ...openWarnings(record),
    ...(marked > 0 ? [`${plural(marked, 'frase com aviso, dita', 'frases com aviso, ditas')} abaixo`] : []),
  ]
  const rows: [string, string[]][] = [
    ['Paciente', [consultation.patientName]],
    ...(consultation.demonstration ? [[DEMONSTRATION.label, [DEMONSTRATION.value]] satisfies [string, string[]]] : []),
    ['Seções', [`${filled} de ${record.sections.length} preenchidas`]],
    ['Frases', proofs],
    ...(record.unified_text === null ? [] : [['Texto', [EDITED_TEXT]] satisfies [string, string[]]]),
    ['Avisos', warnings.length > 0 ? warnings : ['Nenhum']],
    [
      'CID-10',
      record.diagnoses.length > 0 ? record.diagnoses.map((one) => `${one.code} · ${diagnosisName(one)}`) : ['Nenhum'],
    ],
  ]
  if (record.omissions.length > 0)
    rows.push([OMITTED_TITLE, [plural(record.omissions.length, 'fala continua aberta', 'falas continuam abertas')]])
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-label">
      {rows.map(([name, values]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-ink-3 max-sm:-mb-2">{name}</dt>
          <dd className="flex flex-col gap-0.5">
            {values.map((value) => (
              <span key={value} className="wrap-anywhere">
                {value}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
