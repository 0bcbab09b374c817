type Line = { at: string; speaker: 'doctor' | 'patient'; text: string }

/** The demonstration's whole conversation, invented: every sentence of its record (record/sample.ts) comes from here. */
export const consultation = [
  { at: '00:02', speaker: 'doctor', text: 'Bom dia, seu Otávio. O que o traz aqui hoje?' },
  {
    at: '00:06',
    speaker: 'patient',
    text: 'Doutora, é uma dor de cabeça na nuca, quando acordo. Faz umas três semanas.',
  },
  { at: '00:14', speaker: 'doctor', text: 'Como é essa dor? Vem todo dia?' },
  {
    at: '00:18',
    speaker: 'patient',
    text: 'É um peso, uma dor moderada. Vem três ou quatro dias na semana e melhora sozinha até o meio da manhã.',
  },
  { at: '00:30', speaker: 'doctor', text: 'Mediu a pressão alguma vez?' },
  { at: '00:33', speaker: 'patient', text: 'Medi na farmácia, duas vezes. Deu 15 por 9 e depois 16 por 10.' },
  {
    at: '00:42',
    speaker: 'doctor',
    text: 'Alguma alteração na visão, náusea, vômito? Fraqueza, dormência? Dor no peito, falta de ar?',
  },
  { at: '00:51', speaker: 'patient', text: 'Não, nada disso.' },
  { at: '00:55', speaker: 'doctor', text: 'Já foi internado ou operado? Toma algum remédio todo dia?' },
  {
    at: '01:01',
    speaker: 'patient',
    text: 'Nunca fui internado nem operado. Remédio, não tomo nenhum todo dia. Tomei dipirona algumas vezes para a dor, e aliviou.',
  },
  { at: '01:14', speaker: 'doctor', text: 'Tem alergia a algum remédio?' },
  { at: '01:17', speaker: 'patient', text: 'A penicilina. Quando eu era criança, me deu placas na pele.' },
  { at: '01:25', speaker: 'doctor', text: 'E na família: pressão alta, diabetes, infarto precoce, morte súbita?' },
  {
    at: '01:32',
    speaker: 'patient',
    text: 'Meu pai tem pressão alta, está em tratamento. Minha mãe tem diabetes tipo 2. Infarto e morte súbita, ninguém.',
  },
  {
    at: '03:12',
    speaker: 'doctor',
    text: 'Vou ditar o exame enquanto faço. Pressão arterial de 152 por 96 no braço direito e 150 por 94 no esquerdo, sentado, após repouso.',
  },
  {
    at: '03:40',
    speaker: 'doctor',
    text: 'Frequência cardíaca de 76 batimentos, saturação de 98% em ar ambiente. Peso de 84 quilos, estatura de 1,74 metro.',
  },
  {
    at: '04:21',
    speaker: 'doctor',
    text: 'Bom estado geral, corado, hidratado, orientado, sem edema de membros inferiores. Bulhas rítmicas em dois tempos, sem sopros. Pulsos periféricos simétricos.',
  },
  { at: '04:38', speaker: 'patient', text: 'E o que eu tenho, doutora?' },
  {
    at: '04:41',
    speaker: 'doctor',
    text: 'É hipertensão essencial, a primária: a pressão está alta aqui e esteve na farmácia.',
  },
  {
    at: '04:49',
    speaker: 'doctor',
    text: 'Peço creatinina, potássio, glicemia de jejum, perfil lipídico, urina tipo 1 e um eletrocardiograma de repouso. E quero a medida da pressão em casa por sete dias, de manhã e à noite.',
  },
  { at: '05:07', speaker: 'patient', text: 'Vou precisar de remédio?' },
  { at: '05:10', speaker: 'doctor', text: 'Sim: losartana de 50 mg por via oral, um comprimido pela manhã.' },
  {
    at: '05:18',
    speaker: 'doctor',
    text: 'Reduza o sal e os alimentos industrializados, e caminhe trinta minutos cinco vezes por semana. Em caso de dor no peito, fraqueza de um lado do corpo ou alteração da fala, procure o pronto-socorro.',
  },
  { at: '05:36', speaker: 'patient', text: 'Está bem. E quando eu volto?' },
  { at: '05:39', speaker: 'doctor', text: 'O retorno é em três semanas, com os exames e as medidas.' },
] as const satisfies readonly Line[]

export type LineTime = (typeof consultation)[number]['at']

/** The demonstration lets these be heard; the rest is there to be read at the end. */
export const heardLines = consultation.slice(0, 2)

const speakerOf = Object.fromEntries(consultation.map(({ at, speaker }) => [at, speaker])) as Record<
  LineTime,
  Line['speaker']
>
export const speakerAt = (time: LineTime): Line['speaker'] => speakerOf[time]
