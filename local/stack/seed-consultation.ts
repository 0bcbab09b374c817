import type { Speaker, TranscriptEntry } from '#domain/transcript/entry.ts'

type Script = readonly [Speaker, string][]

/** An invented consultation, as a recogniser writes it. */
export const pressureScript: Script = [
  ['doctor', 'Boa tarde, dona Marina. O que traz a senhora hoje?'],
  ['patient', 'Boa tarde, doutora. Vim ver a pressão, que anda alta, e uma dor de cabeça na nuca faz duas semanas.'],
  ['doctor', 'A senhora tem medido a pressão em casa?'],
  ['patient', 'Tenho sim. De manhã fica treze por oito, mas à noite já deu quinze por nove duas vezes.'],
  ['doctor', 'E essa dor de cabeça, quando aparece?'],
  ['patient', 'Quando acordo, umas três vezes na semana. Melhora sozinha depois de uma hora.'],
  ['doctor', 'Tontura, alteração na visão?'],
  ['patient', 'Não, nada disso.'],
  ['doctor', 'Dor no peito ou falta de ar?'],
  ['patient', 'Não.'],
  ['doctor', 'Como a senhora está tomando a losartana?'],
  ['patient', 'Losartana de cinquenta miligramas, uma vez, de manhã. Às vezes esqueço no fim de semana.'],
  ['doctor', 'E a metformina?'],
  ['patient', 'Metformina de oitocentos e cinquenta, depois do almoço e do jantar.'],
  ['doctor', 'Tem alergia a algum remédio?'],
  ['patient', 'Dipirona me dá coceira no corpo todo.'],
  ['doctor', 'Alguém na família com problema de coração?'],
  ['patient', 'Meu pai enfartou com cinquenta e oito anos.'],
  ['doctor', 'A senhora fuma ou bebe?'],
  ['patient', 'Não fumo. Tomo uma cerveja de vez em quando.'],
  [
    'doctor',
    'Vou medir a pressão agora. Deu cento e quarenta e cinco por noventa no braço direito. A ausculta do coração está normal, sem sopros.',
  ],
  ['doctor', 'Minha impressão é de hipertensão não controlada, pelo esquecimento do remédio.'],
  [
    'doctor',
    'Vamos passar a losartana para duas vezes ao dia, de manhã e à noite. E vou pedir creatinina, potássio e um MAPA de vinte e quatro horas.',
  ],
  ['patient', 'Tá bom, doutora.'],
  [
    'doctor',
    'Diminua o sal e anote a pressão em casa. Volte em trinta dias com os exames, ou antes se tiver dor no peito.',
  ],
]

/** Another, by telemedicine: its record is signed. */
export const asthmaScript: Script = [
  ['doctor', 'Bom dia, seu João. Está me ouvindo bem? Como posso ajudar?'],
  ['patient', 'Bom dia, doutora. É a minha asma, estou com chiado no peito há três dias.'],
  ['doctor', 'Tem falta de ar?'],
  ['patient', 'Um pouco, quando subo escada.'],
  ['doctor', 'Febre ou catarro?'],
  ['patient', 'Não.'],
  ['doctor', 'Está usando alguma bombinha?'],
  ['patient', 'Salbutamol, dois jatos, umas quatro vezes por dia.'],
  ['doctor', 'Tem alergia a algum remédio?'],
  ['patient', 'Não, nenhuma.'],
  ['doctor', 'O senhor fuma?'],
  ['patient', 'Parei faz dez anos.'],
  ['doctor', 'Pelo que vejo, o senhor fala frases inteiras, sem esforço para respirar.'],
  ['doctor', 'Parece uma crise leve de asma.'],
  [
    'doctor',
    'Vou receitar budesonida com formoterol, uma inalação de doze em doze horas. Volte em duas semanas, ou procure o pronto-socorro se a falta de ar piorar.',
  ],
  ['patient', 'Combinado, doutora. Obrigado.'],
]

const WORD_MS = 380
const PAUSE_MS = 900

export function consultationLines(script: Script, start: number): TranscriptEntry[] {
  let at = 2_000
  return script.map(([speaker, text], index) => {
    const start_ms = at
    const end_ms = start_ms + text.split(' ').length * WORD_MS
    at = end_ms + PAUSE_MS
    return {
      id: `seed-${String(index + 1).padStart(3, '0')}`,
      text,
      timestamp: start + start_ms,
      speaker,
      isPartial: false,
      start_ms,
      end_ms,
      confidence: 0.94,
    }
  })
}
