import { specialtyLabels } from '#domain/record/specialty.ts'

const benefits = [
  [
    'O áudio não se perde',
    'Caiu a internet, fechou a aba, acabou a bateria: a gravação fica cifrada no seu aparelho e sobe quando voltar. O servidor só diz que recebeu depois de guardar.',
  ],
  [
    'Cada frase tem prova',
    'Toque em uma frase do registro e leia as falas que a sustentam. No aparelho que gravou, ouça o trecho.',
  ],
  [
    'Recusa em vez de invenção',
    'O que ninguém disse não entra sem você ver. Seção sem conteúdo fica vazia, e o código da CID é sempre seu.',
  ],
  [
    'Feito para a lei daqui',
    'Aviso ao paciente com a resposta guardada, registro do uso de IA, assinatura do médico e guarda por 20 anos.',
  ],
  [
    'Conferência que não cansa',
    'Regras fixas comparam registro e conversa: negação, número, medicamento, lado, parentesco e alergia. Dão sempre o mesmo resultado.',
  ],
  [
    'Sai do jeito que você usa',
    'Texto único para colar no seu prontuário, PDF para o paciente ou para o arquivo, transcrição em texto.',
  ],
] as const

export function Benefits() {
  return (
    <ul className="grid gap-x-10 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
      {benefits.map(([title, text]) => (
        <li key={title} className="border-t-2 border-accent pt-5">
          <h3 className="mb-2 font-serif text-xl leading-tight font-medium">{title}</h3>
          <p className="text-pretty text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}

export function Specialties() {
  return (
    <ul className="grid gap-px overflow-hidden rounded-m border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {Object.values(specialtyLabels).map(({ title, description }) => (
        <li key={title} className="bg-surface p-5">
          <p className="font-serif text-lg font-medium">{title}</p>
          <p className="mt-1 text-sm text-ink-2">{description}</p>
        </li>
      ))}
      <li className="bg-surface p-5">
        <p className="font-serif text-lg font-medium">Outra área?</p>
        <p className="mt-1 text-sm text-ink-2">O modelo de Clínica Geral atende, e está no plano Free.</p>
      </li>
    </ul>
  )
}
