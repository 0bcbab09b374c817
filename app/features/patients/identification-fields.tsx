import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { maskDate } from '#domain/patient/birth-date.ts'
import { maskCpf } from '#domain/patient/cpf.ts'
import {
  ADDRESS_MAX,
  BIRTHPLACE_MAX,
  type Identification,
  MOTHER_NAME_MAX,
  sexes,
  sexLabels,
} from '#domain/patient/identification.ts'
import { maskPhone } from '#domain/phone.ts'
import type { PatientTexts } from './patient-form.ts'

type Props = {
  open: boolean
  onOpen: (open: boolean) => void
  texts: PatientTexts
  errors: Record<string, string>
  onChange: (name: keyof Identification, text: string) => void
}

/** Folded, because most consultations need none of these fields, but the law requires them to exist. */
export function IdentificationFields({ open, onOpen, texts, errors, onChange }: Props) {
  const id = useId()
  const text = (name: keyof Identification, mask = (typed: string) => typed) => ({
    name,
    autoComplete: 'off',
    value: texts[name],
    onChange: (event: { target: { value: string } }) => onChange(name, mask(event.target.value)),
  })
  return (
    <div className="rounded-m border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        className="flex w-full items-center gap-3 rounded-m px-3.5 py-2.5 text-left hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-strong">Identificação</span>
          <span className="block text-xs text-ink-3">Opcional. O que estiver preenchido sai no PDF do registro.</span>
        </span>
        <ChevronDown aria-hidden className={cx('size-4.5 shrink-0 text-ink-3', open && 'rotate-180')} />
      </button>
      <div id={id} hidden={!open} className={cx(open && 'grid gap-4 border-t border-line p-3.5 sm:grid-cols-2')}>
        <Field label="Data de nascimento" error={errors.birth_date}>
          <Input {...text('birth_date', maskDate)} inputMode="numeric" placeholder="dd/mm/aaaa" maxLength={10} />
        </Field>
        <Field label="Sexo" error={errors.sex}>
          <Select {...text('sex')}>
            <option value="">Não informado</option>
            {sexes.map((sex) => (
              <option key={sex} value={sex}>
                {sexLabels[sex]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="CPF" error={errors.cpf}>
          <Input {...text('cpf', maskCpf)} inputMode="numeric" placeholder="000.000.000-00" maxLength={14} />
        </Field>
        <Field label="Telefone" error={errors.phone}>
          <Input {...text('phone', maskPhone)} type="tel" placeholder="(11) 99999-9999" />
        </Field>
        <Field label="Nome da mãe" error={errors.mother_name} className="sm:col-span-2">
          <Input {...text('mother_name')} maxLength={MOTHER_NAME_MAX} />
        </Field>
        <Field label="Naturalidade" error={errors.birthplace} className="sm:col-span-2">
          <Input {...text('birthplace')} placeholder="Cidade e estado" maxLength={BIRTHPLACE_MAX} />
        </Field>
        <Field label="Endereço" error={errors.address} className="sm:col-span-2">
          <Input {...text('address')} maxLength={ADDRESS_MAX} />
        </Field>
      </div>
    </div>
  )
}
