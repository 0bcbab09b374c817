import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { writeHistory } from '../note/history.ts'
import { writeMedicines } from '../note/medicines.ts'
import { readFrames } from './read.ts'

/** What the note says of the history and the medicines. Lines begin with 'd ' or 'p '. */
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
  return [...writeHistory(frames), ...writeMedicines(frames)].map(({ text }) => text)
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
    ['d Fuma? / p Eu não, mas meu marido fuma dentro de casa.', 'Marido tabagista.'],
    ['d Bebe? / p Não bebo muito não, só no fim de semana.', 'Etilismo aos finais de semana.'],
    ['d Bebe? / p Não é todo dia que eu bebo.', 'Etilismo.'],
    ['d Bebe? / p Não bebo desde o Natal.', 'Etilismo prévio, abstinente desde o Natal.'],
    ['d Bebe todo dia? / p Não.'],
    ['d Bebe muito? / p Não, só em festa.', 'Etilismo ocasional.'],
    ['d Bebe? / p Não bebo nada de álcool.', 'Nega etilismo.'],
    ['d Fuma ou bebe? / p Fumo não. Beber bebo, mas não muito.', 'Etilismo; nega tabagismo.'],
    ['d Faz atividade física? / p Fazia academia, parei na pandemia.', 'Praticava academia.'],
  ])
})
