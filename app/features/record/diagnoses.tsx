import { X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { useLoaded } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { diagnosisName, typedDiagnosis } from '#domain/record/cid10/cid10.ts'
import type { Diagnosis } from '#domain/record/record.ts'
import { proposeCid, searchCid } from './calls.ts'
import type { RecordWork } from './use-record.ts'

type Choice = { id: string; label: string; detail: string; diagnosis: Diagnosis }

const choiceOf = (diagnosis: Diagnosis): Choice => ({
  id: diagnosis.code,
  label: `${diagnosis.code} · ${diagnosisName(diagnosis)}`,
  detail: diagnosis.system,
  diagnosis,
})
type Props = { work: RecordWork; hypothesis: string; hasTable: boolean | null }

/**
 * The diagnoses the doctor coded: chosen from the table of CID-10, or typed where the server has none. Saves each
 * change at once.
 */
export function Diagnoses({ work, hypothesis, hasTable }: Props) {
  const { diagnoses, signature } = work.record
  const proposed =
    useLoaded(proposeCid, hasTable && signature === null ? hypothesis.trim().slice(0, 2_000) || null : null).data ?? []
  const offered = proposed.filter(({ code }) => diagnoses.every((one) => one.code !== code))
  const [adding, setAdding] = useState<Choice | null>(null)
  const [failure, setFailure] = useState('')
  const search = useCallback(
    async (query: string): Promise<Choice[]> => {
      if (hasTable === false) {
        const typed = typedDiagnosis(query)
        return typed ? [choiceOf(typed)] : []
      }
      if (query.length < 2) return []
      try {
        return (await searchCid(query)).map(choiceOf)
      } catch (error) {
        setFailure(error instanceof ApiFailure ? error.message : 'Não foi possível procurar agora. Tente de novo.')
        throw error
      }
    },
    [hasTable],
  )

  async function add(choice: Choice | null) {
    if (!choice) return
    setAdding(choice)
    if (!diagnoses.some(({ code }) => code === choice.diagnosis.code))
      await work.setDiagnoses([...diagnoses, choice.diagnosis])
    setAdding(null)
  }

  if (signature && diagnoses.length === 0) return null
  return (
    <div className="mt-3 flex flex-col gap-2">
      {diagnoses.length > 0 && (
        <ul aria-label="Códigos CID-10" className="flex flex-wrap gap-1.5">
          {diagnoses.map(({ system, code, text, typed }) => (
            <li
              key={code}
              className="flex min-h-8 items-center gap-1 rounded-full border border-line-strong bg-sunken px-3 py-0.5 text-sm"
            >
              <span className="min-w-0 wrap-anywhere">
                <b className="font-semibold">
                  {system} {code}
                </b>{' '}
                · {diagnosisName({ text, typed })}
              </span>
              {signature === null && (
                <button
                  type="button"
                  aria-label={`Remover ${code}`}
                  title="Remover"
                  disabled={work.busy !== null}
                  onClick={() => work.setDiagnoses(diagnoses.filter((other) => other.code !== code))}
                  className="-mr-2 grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:text-ink pointer-coarse:size-11"
                >
                  <X aria-hidden className="size-4" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <ul aria-label="Códigos para a hipótese" className="flex flex-wrap gap-1.5">
          {offered.map((one) => (
            <li key={one.code}>
              <Button size="sm" disabled={work.busy !== null} onClick={() => add(choiceOf(one))}>
                Incluir {one.code} · {one.text}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {signature === null && (
        <div className="max-w-form">
          <Combobox
            label="CID-10"
            placeholder={hasTable === false ? 'Código e nome, como J20.9 Bronquite aguda' : 'Código ou nome da doença'}
            value={adding}
            onChange={add}
            search={search}
            takesFirst={hasTable === false}
            disabled={adding !== null || work.isLocked}
            texts={{
              loading: 'Procurando…',
              empty:
                hasTable === false
                  ? 'Digite a letra e os números do código e, se quiser, o nome.'
                  : 'Digite ao menos duas letras do nome, ou o código.',
              failed: failure,
              clear: 'Limpar CID-10',
              unchosen: 'Escolha um código da lista: o que só foi digitado não entra no registro.',
            }}
          />
        </div>
      )}
    </div>
  )
}
