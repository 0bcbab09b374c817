import { RadioGroup } from '#app/ui/choices.tsx'
import { type Style, usualStyle } from '#domain/record/writing/writing.ts'
import { WritingPart } from './phrases-editor.tsx'

type Props = { style: Style | undefined; onChange: (style: Style | undefined) => void }

/** Short or whole sentences, in all words or in few. The usual style is stored as none. */
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
      detail="Como o Relato escreve as frases do registro. Nenhum fato, dose ou número muda, nem falas entre aspas, nem o que você digita."
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
          {
            value: 'complete',
            title: 'Completo',
            detail: '“Refere cefaleia há cerca de 3 dias. Nega febre. Nega tosse.”',
          },
          {
            value: 'concise',
            title: 'Conciso',
            detail: '“Cefaleia há ~3 dias. Nega febre e tosse.” Sem repetições; siglas comuns, como HAS, MMII e 8/8h.',
          },
        ]}
      />
    </WritingPart>
  )
}
