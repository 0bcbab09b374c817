import { RadioGroup } from '#app/ui/choices.tsx'
import { type Style, usualStyle } from '#domain/record/writing/writing.ts'
import { WritingPart } from './phrases-editor.tsx'

type Props = { style: Style | undefined; onChange: (style: Style | undefined) => void }

/** Short or whole sentences, joined denials or not. The usual style is stored as none. */
export function StyleChoice({ style = usualStyle, onChange }: Props) {
  const change = (part: Partial<Style>) => {
    const next = { ...style, ...part }
    const isUsual = next.form === usualStyle.form && next.extent === usualStyle.extent
    onChange(isUsual ? undefined : next)
  }
  return (
    <WritingPart
      id="estilo"
      title="Estilo"
      detail="Como o Relato escreve a história, os medicamentos em uso e o exame. Prescrições, condutas, números e falas entre aspas não mudam, nem o que você digita."
    >
      <RadioGroup
        label="Forma"
        value={style.form}
        onChange={(form) => change({ form })}
        options={[
          { value: 'telegraphic', title: 'Telegráfico', detail: '“Dor no joelho direito há 2 semanas.”' },
          { value: 'sentences', title: 'Frases', detail: '“Paciente refere dor no joelho direito há 2 semanas.”' },
        ]}
      />
      <RadioGroup
        label="Extensão"
        value={style.extent}
        onChange={(extent) => change({ extent })}
        options={[
          { value: 'complete', title: 'Completo', detail: '“Nega febre e tosse. Nega dispneia.”' },
          { value: 'concise', title: 'Conciso', detail: '“Nega febre, tosse e dispneia.” Sem repetições.' },
        ]}
      />
    </WritingPart>
  )
}
