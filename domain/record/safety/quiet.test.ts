import { expect, test } from 'vitest'
import type { CanonicalKey } from '../record.ts'
import { safetyChecker } from './check.ts'

const doctor = 'D: '
/** Lines parted by ' | ', the doctor's marked 'D: ', and what a clinician would write of them. */
const flags = (said: string, text: string, section: CanonicalKey = 'hda') => {
  const entries = said.split(' | ').map((line, index) => ({
    id: `l${index}`,
    text: line.replace(doctor, ''),
    speaker: line.startsWith(doctor) ? ('doctor' as const) : ('patient' as const),
  }))
  const evidence = entries.map((entry) => entry.id)
  return safetyChecker(entries, '')
    .sentence({ section, text, evidence, proof: 'transcript' })
    .map((flag) => `${text} ${flag.message}`)
}

test('[SF1] [SF11] [SF12] right sentences about symptoms raise nothing', () => {
  const right: (readonly [said: string, text: string])[] = [
    ['D: E desmaiou alguma vez? | Desmaiar, não. Só a vista escurece.', 'Nega síncope; refere escurecimento visual.'],
    ['D: Tem zumbido ou ouve menos? | Zumbido não, nem surdez, ouço bem.', 'Nega zumbido e hipoacusia.'],
    ['D: Teve vômito? | Enjoei muito, mas vomitar não vomitei.', 'Náusea intensa sem vômitos.'],
    ['D: Tem tosse ou coriza? | Nada disso, só a garganta mesmo.', 'Nega tosse e coriza.'],
    [
      'D: Acorda com o coração disparado? | Acordar não. Só de dia, no trabalho.',
      'Coração disparado de dia, não ao acordar.',
    ],
    ['D: Dor no peito? | Dor dor não, um aperto.', 'Aperto no peito, nega dor.'],
    ['D: Dor de cabeça junto? | Não muita. Uma pressãozinha.', 'Cefaleia leve.'],
    ['D: Tem pensado em morrer? | Não, isso nunca. Tenho meus filhos.', 'Nega ideação suicida.'],
    ['D: Não tem mais febre então? | Não, desde ontem não tive mais.', 'Afebril desde ontem.'],
    ['Roda tudo quando viro na cama, mas sentada não roda.', 'Vertigem ao virar na cama; ausente sentada.'],
    ['Não tenho vontade de fazer nada, nem de ver meus netos.', 'Anedonia, inclusive pelos netos.'],
    ['D: Tem falta de ar? | Não, falta de ar não.', 'Nega falta de ar.'],
    ['Febre eu tive, falta de ar não.', 'Nega falta de ar.'],
    ['Eu não durmo bem há meses.', 'Insônia há meses.'],
  ]
  expect(right.flatMap(([said, text]) => flags(said, text))).toEqual([])
})

test('[SF1] [SF3] [SF4] right sentences about history, examination and plan raise nothing', () => {
  const right: (readonly [section: CanonicalKey, said: string, text: string])[] = [
    ['hpp', 'D: Alguma alergia a remédio? | Que eu saiba não.', 'Nega alergias medicamentosas.'],
    [
      'hpp',
      'D: Pressão alta, diabetes? | Diabetes não, pressão às vezes sobe, mas não tomo nada.',
      'Pressão eventualmente elevada, sem medicação; nega diabetes.',
    ],
    ['hf', 'Minha mãe teve câncer de mama, meu pai nada.', 'Mãe com câncer de mama; pai sem doenças.'],
    ['habitos', 'Cigarro eu larguei faz três anos. Cerveja só no fim de semana.', 'Ex-tabagista há 3 anos.'],
    ['exame_fisico', 'D: Ritmo regular, não ouvi sopro.', 'Ritmo cardíaco regular, sem sopros.'],
    ['exame_fisico', 'D: Você tá orientada, não tá desidratada.', 'Orientada, hidratada.'],
    ['conduta', 'D: Não toma mais o diclofenaco, tá? Faz mal pro rim.', 'Suspender diclofenaco.'],
    ['conduta', 'D: Não vou passar antibiótico agora, parece viral.', 'Sem indicação de antibiótico no momento.'],
    ['conduta', 'D: Pode continuar a losartana, não mexe nela.', 'Manter losartana.'],
    [
      'orientacoes',
      'D: Se não melhorar em cinco dias, volta. Se não conseguir engolir, vai no pronto-socorro.',
      'Retorno se não melhorar em 5 dias; pronto-socorro se incapacidade de engolir.',
    ],
  ]
  expect(right.flatMap(([section, said, text]) => flags(said, text, section))).toEqual([])
})

test('[SF2] numbers said otherwise are the same numbers', () => {
  const right: (readonly [said: string, text: string])[] = [
    ['Pressão cento e trinta e cinco por oitenta e cinco', 'Pressão 135/85 mmHg'],
    ['A glicada veio oito vírgula quatro', 'Glicada 8,4%'],
    ['A glicada deu oito e quatro', 'Glicada 8,4%'],
    ['Um metro e sessenta e oito de altura', 'Altura 1,68 m'],
    ['Peso oitenta e quatro e duzentos', 'Peso 84,2 kg'],
    ['Tomo um comprimido duas vezes ao dia', '1 comprimido de 12/12 h'],
    ['Tomo meio comprimido à noite', '1/2 comprimido à noite'],
    ['Durante dez dias, manhã, tarde e noite', '3 vezes ao dia por 10 dias'],
    ['Faz uns dois, três meses', 'Há 2-3 meses'],
    ['Faz um mês e meio', 'Há 45 dias'],
    ['Foi na semana passada', 'Há 1 semana'],
    ['Deito às onze da noite', 'Deita às 23h'],
    ['Um milhão e duzentas mil unidades', '1.200.000 unidades'],
    ['Operei em mil novecentos e setenta e três', 'Operado em 1973'],
    ['Você liga pro CVV, um oito oito', 'Ligar para o CVV (188)'],
    ['A dor é nota sete', 'Dor nota 7/10'],
    ['Tenho dois filhos, um de cinco e uma de três anos', '2 filhos (5 e 3 anos)'],
  ]
  expect(right.flatMap(([said, text]) => flags(said, text))).toEqual([])
})

test('[SF7] when to come back is said by any of its words', () => {
  const right: (readonly [said: string, text: string])[] = [
    ['D: Volta em sete dias. Renovo o atestado por mais trinta dias.', 'Voltar em sete dias.'],
    ['D: Volta se piorar, tá?', 'Voltar se piorar.'],
    ['D: E volta em quarenta e oito horas.', 'Retorno em 48 horas.'],
    ['D: Você volta aqui em um mês.', 'Retornar em um mês.'],
  ]
  expect(right.flatMap(([said, text]) => flags(said, text, 'orientacoes'))).toEqual([])
  expect(flags('D: Toma bastante água em casa.', 'Voltar em sete dias.', 'orientacoes')).not.toEqual([])
})
