import { CircleAlert, PenLine, Quote } from 'lucide-react'

const marks = [
  {
    Icon: Quote,
    look: 'text-accent',
    name: 'Dita na consulta',
    sentence: 'Cefaleia na nuca ao acordar, cerca de três vezes por semana.',
    why: 'Aponta as falas de onde saiu, com o minuto de cada uma.',
  },
  {
    Icon: PenLine,
    look: 'text-patient',
    name: 'Escrita por você',
    sentence: 'Fundo de olho sem alterações.',
    why: 'É sua. O Relato só avisa se ela contradiz o que foi dito.',
  },
  {
    Icon: CircleAlert,
    look: 'text-warn',
    name: 'Sem prova',
    sentence: 'Nega alergias.',
    why: 'Ninguém disse isso. O registro não é assinado antes de você olhar.',
  },
] as const

/** The three kinds of sentence a record is made of: always an icon and words, never colour alone. */
export function ProofMarks() {
  return (
    <ul className="grid gap-5 lg:grid-cols-3">
      {marks.map(({ Icon, look, name, sentence, why }) => (
        <li key={name} className="flex flex-col rounded-l border border-line bg-surface p-6">
          <p className={`flex items-center gap-2 text-sm font-semibold ${look}`}>
            <Icon aria-hidden className="size-4" />
            {name}
          </p>
          <p className="mt-3 grow font-serif text-xl leading-snug text-balance">“{sentence}”</p>
          <p className="mt-5 border-t border-line pt-4 text-ink-2">{why}</p>
        </li>
      ))}
    </ul>
  )
}
