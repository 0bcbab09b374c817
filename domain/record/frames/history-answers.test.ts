import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { writeExamination } from '../note/examination.ts'
import { writeHistory } from '../note/history.ts'
import { writeMedicines } from '../note/medicines.ts'
import { readFrames } from './read.ts'

/** What the note says of the history, the medicines and the examination. Lines begin with 'd ' or 'p '. */
const noteOf = (talk: string): string[] => {
  const frames = readFrames(
    readDialogue(
      talk.split(' / ').map((line, index) => ({
        id: `e${index}`,
        speaker: line.startsWith('d ') ? ('doctor' as const) : ('patient' as const),
        text: line.slice(2),
      })),
    ),
  )
  return [...writeHistory(frames), ...writeMedicines(frames), ...writeExamination(frames)].map(({ text }) => text)
}

type Case = readonly [talk: string, ...note: string[]]
const check = (cases: readonly Case[]): void => {
  for (const [talk, ...note] of cases) expect(noteOf(talk), talk).toEqual(note)
}

test("a 'não' denies a habit only where it is the habit that is denied", () => {
  check([
    ['d Fuma? / p Tento não fumar, mas fumo de vez em quando.', 'Tabagista ocasionalmente.'],
    ['d Fuma? / p Tento não fumar.'],
    ['d E a bebida? / p Tô tentando não beber.'],
    ['d Bebe? / p Evito beber por causa do remédio.'],
    ['d Fuma? / p Não fumo muito, uns cinco por dia.', 'Tabagista, 5 cigarros/dia.'],
    ['d Fuma? / p Não fumo mais de cinco por dia.', 'Tabagista, 5 cigarros/dia.'],
    ['d Fuma? / p Não fumo mais.', 'Ex-tabagista.'],
    ['d Fuma? / p Não fumo, mas fumei dez anos.', 'Ex-tabagista por 10 anos.'],
    ['d Fuma? / p Não, nunca fumei.', 'Nega tabagismo.'],
    ['d Fuma? / p Fumo não.', 'Nega tabagismo.'],
    ['d Fuma? / p Quase não fumo.', 'Tabagista.'],
    ['d Fuma? / p Não consigo parar de fumar.', 'Tabagista.'],
    ['d Fuma? / p Não passo um dia sem fumar.', 'Tabagista.'],
    ['d Fuma? / p Não fumo na frente das crianças.'],
    ['d Fuma? / p Dentro de casa não fumo.'],
    ['d Fuma? / p Não fumo há dois dias.'],
    ['d Fuma? / p Não, só quando bebo.', 'Tabagista.'],
    ['d Fuma? / p Não. Quer dizer, um ou outro na festa.'],
    ['d Parou de fumar? / p Ainda não.', 'Tabagista.'],
    ['d Parou de fumar? / p Não parei não.', 'Tabagista.'],
    ['d Parou de fumar? / p Parei, faz um ano.', 'Ex-tabagista, parou há 1 ano.'],
    ['d Alguém fuma em casa? / p Não, ninguém.'],
    ['d O senhor é fumante? / p Era, larguei em dois mil e dez.', 'Ex-tabagista, parou em 2010.'],
    ['d Fuma? / p Eu não, mas meu marido fuma dentro de casa.', 'Marido tabagista.'],
    ['d Bebe? / p Não bebo muito não, só no fim de semana.', 'Etilismo aos finais de semana.'],
    ['d Bebe? / p Não é todo dia que eu bebo.', 'Etilismo.'],
    ['d Bebe? / p Não bebo desde o Natal.', 'Etilismo prévio, abstinente desde o Natal.'],
    ['d Bebe todo dia? / p Não.'],
    ['d Bebe muito? / p Não, só em festa.', 'Etilismo ocasional.'],
    ['d Bebe? / p Não bebo nada de álcool.', 'Nega etilismo.'],
    ['d Fuma ou bebe? / p Fumo não. Beber bebo, mas não muito.', 'Etilismo; nega tabagismo.'],
    ['d Faz atividade física? / p Fazia academia, parei na pandemia.', 'Praticava academia.'],
    ['d Hoje fuma? / p Fumava um maço, hoje fumo cinco.', 'Tabagista, 5 cigarros.'],
  ])
})

test('an allergy told after a no, with an exception or to a proposal is an allergy; a side effect is none', () => {
  check([
    ['d Alergia? / p Não. Ah, espera, tenho sim, de sulfa.', 'Alergia a sulfa.'],
    ['d Alergia? / p Não. / d Tá. / p Ah, lembrei, dipirona.', 'Alergia a dipirona.'],
    ['d Alergia? / p Não, só a dipirona.', 'Alergia a dipirona.'],
    ['d Alergia? / p Não, só tomo dipirona.'],
    ['d Alergia? / p Não. Tenho tomado dipirona direto.'],
    ['d Alergia? / p Não tenho. / d Toma algum remédio? / p Tenho tomado losartana.', 'Losartana.', 'Nega alergias.'],
    ['d Pode tomar dipirona? / p Não, tenho alergia.', 'Alergia a dipirona.'],
    ['d Vou passar amoxicilina, você não tem alergia? / p Não tenho alergia.', 'Nega alergia a amoxicilina.'],
    ['d Alergia? / p O AAS me ataca o estômago.'],
    ['d Alergia a remédio? / p Nenhuma, só AAS que eu não posso por causa da dengue.'],
  ])
})

test("a relative of the question has what the answer tells, and a no of one relative is not the family's", () => {
  check([
    ['d Seu pai é vivo? / p Não, morreu de cirrose.', 'Pai falecido, com cirrose.'],
    ['d Sua mãe teve câncer? / p Não.'],
    ['d Sua mãe tem osteoporose? / p Acho que não.'],
    ['d Alguém na família com câncer? / p Não, ninguém.', 'Nega história familiar de câncer.'],
    ['d E o seu pai? / p Tem diabetes.', 'Pai com diabetes.'],
    ['d Seu pai tem alguma doença? / p Diabetes. Eu tenho pressão.', 'Pai com diabetes.'],
    ['d Seus pais? / p Os dois hipertensos.'],
    ['d Seu filho tem alguma doença? / p Tem asma.', 'Asma.'],
    ['d Alguém na família tem diabetes? / p Minha mãe e duas tias.', 'Mãe com diabetes.', 'Tias com diabetes.'],
    [
      'd Diabetes, pressão alta na família? / p Diabetes minha mãe, pressão meu pai.',
      'Mãe com diabetes.',
      'Pai com hipertensão arterial.',
    ],
    ['d Na família, câncer? / p Minha mãe de mama e meu pai de próstata.'],
  ])
})

test('diseases, operations and births of short answers', () => {
  check([
    ['d Tem pressão alta, diabetes? / p Os dois.', 'Hipertensão arterial; diabetes.'],
    ['d Tem pressão alta, diabetes? / p Só pressão.', 'Hipertensão arterial.', 'Nega diabetes.'],
    ['d Tem pressão alta, diabetes? / p Só pressão baixa.'],
    ['d Pressão alta, diabetes? / p Só quando engravidei.'],
    ['d Tem asma? / p Não, bronquite.', 'Bronquite.', 'Nega asma.'],
    ['d Asma, bronquite? / p Não, bronquite não.', 'Nega asma e bronquite.'],
    ['d Cirurgias? / p Duas cesáreas e a da hérnia.', 'Cirurgia de hérnia; 2 cesáreas.'],
    [
      'd Já foi internado alguma vez? / p Fui, ano passado, por pneumonia, fiquei cinco dias.',
      'Internação por pneumonia no ano passado.',
    ],
    ['d Quantas gestações? / p Três, dois partos normais e um aborto.', '3 gestações; aborto; 2 partos normais.'],
    ['d Tem quantos filhos? / p Dois, um de cesárea e um normal.', '1 parto cesáreo; 1 parto normal.'],
    ['d Tem quantos filhos? / p Tenho dois, o último foi cesárea.', 'Cesárea.'],
    ['d Quando foi sua última menstruação? / p Dia dez de março.', 'Última menstruação em 10 de março.'],
    ['d Tem filhos? / p Dois, um de cesárea e um normal.', '1 parto cesáreo; 1 parto normal.'],
    ['d Tem depressão? / p Depressão eu trato desde dois mil e vinte.', 'Depressão desde 2020.'],
    ['d Menopausa? / p Entrei com quarenta e nove.', 'Menopausa aos 49 anos.'],
  ])
})

test('home, sleep and vaccines of short answers', () => {
  check([
    ['d Mora sozinha? / p Não, com minha filha.', 'Mora com a filha.'],
    ['d Mora sozinho? / p Moro.', 'Mora sozinho.'],
    ['d Mora sozinho? / p Moro com meu filho.', 'Mora com o filho.'],
    ['d Como tá dormindo? / p Umas cinco horas, acordo muito.', 'Dorme 5 horas por noite.'],
    ['d Dorme bem? / p Trabalho doze horas por dia.'],
    ['d As vacinas estão em dia? / p Estão.', 'Vacinas em dia.'],
    ['d As vacinas estão em dia? / p A da gripe eu tomei, a do tétano não lembro.', 'Vacina influenza realizada.'],
  ])
})

test('how often a medicine is taken, only when, and what it does', () => {
  check([
    ['d Toma losartana? / p Tomo. / d Quantas vezes por dia? / p Uma.', 'Losartana 1x/dia.'],
    [
      'd Remédio pra diabetes, qual você usa? / p É a insulina, a NPH, vinte unidades de manhã e dez à noite.',
      'Insulina NPH 20 UI pela manhã e 10 UI à noite SC.',
    ],
    ['d Usa insulina? / p NPH, 10 unidades de manhã e 10 à noite.', 'Insulina NPH 10 UI SC 2x/dia.'],
    ['d Quantas vezes tomou o paracetamol? / p Três.'],
    ['d E o clonazepam? / p Só quando não consigo dormir.', 'Clonazepam, se insônia.'],
    ['d E o clonazepam? / p Só quando fui internada.'],
    ['d E a metformina? / p Tomo quando lembro.', 'Metformina, em uso irregular.'],
    ['d Toma a sinvastatina certinho? / p Às vezes esqueço.', 'Sinvastatina, em uso irregular.'],
    ['d Toma sinvastatina? / p Tomo. / d E a memória? / p Ando esquecendo as coisas.', 'Sinvastatina.'],
    ['d Toma sinvastatina? / p Tomo, e outro que sempre esqueço o nome.', 'Sinvastatina.'],
    ['d Tomou alguma coisa? / p Dipirona, duas vezes, melhorou.', 'Usou dipirona VO, com melhora.'],
    ['d O que tomou? / p Um paracetamol ontem à noite.', 'Usou paracetamol ontem à noite.'],
    ['d Tomou remédio? / p Não tomei nada.'],
    ['d Toma remédio? / p Não.', 'Nega uso contínuo de medicamentos.'],
    ['d E os remédios? / p A losartana me dá tosse.', 'Losartana, com tosse como efeito adverso.'],
    ['d Tomou dipirona? / p Minha mãe me deu dipirona, mas a febre voltou.'],
  ])
})

test('how a place looks that the doctor asked to see, and values told in short answers', () => {
  check([
    [
      'd Consegue abaixar a câmera pra eu ver a garganta? Ah, tá vermelha, sem placas. / p Tá doendo bastante.',
      'Orofaringe: hiperemiada, sem placas.',
    ],
    ['d Deixa eu olhar o joelho. Tá inchado e quente, sem ferida.', 'Joelho: edemaciado e quente, sem ferida.'],
    ['d Deixa eu ver a garganta. Tá bom.'],
    ['d Deixa eu ver seu exame do olho. Tá normal.'],
    ['d Mostra a barriga. Tá com medo?'],
    ['d Quanto pesa? / p Oitenta e dois. / d Altura? / p Um e setenta.', 'Peso 82 kg, altura 1,7 m, referidos.'],
    ['d Como tá a saturação aí? / p Noventa e cinco.', 'SpO2 95%, referida.'],
    ['d Pressão? / p Tenho há dez anos.'],
    ['d Mediu a glicemia? / p Hoje deu cento e oitenta em jejum.', 'Glicemia 180 mg/dL.'],
    ['d A hemoglobina veio 11.', 'Hemoglobina 11 g/dL.'],
  ])
})
