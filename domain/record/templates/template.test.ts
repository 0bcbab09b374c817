import { expect, test } from 'vitest'
import type { Part } from '#domain/dialogue/tagger/labels.ts'
import { plain } from '../../text.ts'
import { canonicalKeys } from '../record.ts'
import { type Specialty, specialties } from '../specialty.ts'
import { placeOf, templateOf } from './template.ts'

test('every sentence has a section: each specialty has every part and names each section once', () => {
  for (const specialty of specialties) {
    const { sections } = templateOf(specialty)
    expect(new Set(sections.map((part) => part.canonical)), specialty).toEqual(new Set(canonicalKeys))
    for (const names of [sections.map((part) => part.key), sections.map((part) => part.title)])
      expect(new Set(names).size, specialty).toBe(names.length)
    for (const part of sections) {
      expect(part.belongs, part.key).toMatch(/^\p{Lu}.+\.$/u)
      // Patterns match plain text: an accent or a capital in one would never match.
      const patterns = [part.takes, ...part.expected.flatMap(({ pattern, elsewhere }) => [pattern, elsewhere])]
      for (const { source } of patterns.filter((item) => item !== undefined))
        expect(source, part.key).not.toMatch(/[À-ÿ]|(?<!\\)[A-Z]/)
      for (const { suggestion, pattern, elsewhere } of part.expected) {
        expect(suggestion, part.key).toMatch(/^\p{Lu}.*: não \p{L}+d[oa]s? na consulta\.$/u)
        // A pattern that any word satisfies would never make a suggestion.
        expect(elsewhere ?? pattern, suggestion).not.toEqual(/./)
      }
    }
    const sharing = canonicalKeys.filter((key) => sections.filter((part) => part.canonical === key).length > 1)
    for (const key of sharing)
      expect(
        sections.filter((part) => part.canonical === key && !part.takes && !part.part).length,
        `${specialty} ${key}`,
      ).toBe(1)
  }
})

test('a sentence goes to the section of its specialty that takes it', () => {
  const place = (specialty: Specialty, part: Part, text: string) =>
    placeOf(templateOf(specialty), part, plain(text)).key
  const sentences: [Specialty, Part, string, string][] = [
    ['general', 'ef', 'Glasgow quinze.', 'exame_fisico'],
    ['general', 'exc', 'Hemoglobina 11,2 g/dL.', 'exames_complementares'],
    ['return_visit', 'med', 'Losartana 50 mg.', 'medicamentos'],
    ['gynecology', 'hpp', 'Duas gestações, duas cesáreas.', 'historia_ginecologica'],
    ['gynecology', 'hpp', 'Hipotireoidismo.', 'hpp'],
    ['cardiology', 'hpp', 'Hipertensão há dez anos, nega diabetes.', 'fatores_risco'],
    ['cardiology', 'med', 'Losartana 50 mg para a pressão alta.', 'medicamentos'],
    ['cardiology', 'ale', 'Alergia a contraste, usado no cateterismo após o infarto.', 'alergias'],
    ['cardiology', 'ef', 'Eletrocardiograma em ritmo sinusal.', 'exames_complementares'],
    ['cardiology', 'ef', 'Bulhas rítmicas, sem sopros.', 'exame_fisico'],
    ['pediatrics', 'hpp', 'Nasceu de parto normal, com trinta e nove semanas.', 'gestacao_parto'],
    ['pediatrics', 'hpp', 'Sentou aos seis meses, andou com um ano.', 'crescimento_desenvolvimento'],
    ['pediatrics', 'hpp', 'Vacinas em dia.', 'vacinacao'],
    ['pediatrics', 'ale', 'Alergia a ovo.', 'alergias'],
    ['pediatrics', 'hab', 'Aleitamento materno exclusivo até os seis meses.', 'alimentacao'],
    ['pediatrics', 'hab', 'Frequenta creche desde os dois anos.', 'habitos'],
    ['pediatrics', 'hda', 'Acompanhada pela mãe.', 'informante'],
    ['pediatrics', 'hda', 'Febre há dois dias.', 'hda'],
    ['psychiatry', 'hda', 'Nega pensamentos de morte.', 'avaliacao_risco'],
    ['psychiatry', 'hda', 'Tristeza desde a perda do emprego.', 'hda'],
    ['psychiatry', 'hpp', 'Já teve um episódio de depressão em dois mil e quinze.', 'historia_psiquiatrica'],
    ['psychiatry', 'hpp', 'Hipotireoidismo.', 'hpp'],
    ['psychiatry', 'hab', 'Mora com o marido e dois filhos.', 'historia_pessoal'],
    ['psychiatry', 'hab', 'Bebe três cervejas por dia.', 'habitos'],
    ['psychiatry', 'ef', 'Vígil, orientado, humor hipotímico, afeto congruente.', 'exame_mental'],
    ['psychiatry', 'ef', 'Pressão cento e vinte por oitenta.', 'exame_fisico'],
    ['neurology', 'ef', 'Força grau cinco, reflexos simétricos, marcha normal.', 'exame_neurologico'],
    ['neurology', 'ef', 'Pressão cento e trinta por oitenta.', 'exame_fisico'],
    ['neurology', 'ef', 'Tomografia de crânio sem alterações.', 'exames_complementares'],
    ['orthopedics', 'hda', 'Torceu o joelho jogando bola no sábado.', 'mecanismo_trauma'],
    ['orthopedics', 'hda', 'Dor do lado de dentro, pior ao descer escada.', 'hda'],
    ['orthopedics', 'ef', 'Gaveta anterior positiva.', 'exame_ortopedico'],
    ['orthopedics', 'ef', 'Pressão cento e vinte por setenta.', 'exame_fisico'],
    ['orthopedics', 'ef', 'Raio X sem fraturas.', 'exames_imagem'],
    ['emergency', 'ef', 'Via aérea pérvia, Glasgow quinze.', 'avaliacao_primaria'],
    ['emergency', 'ef', 'Pressão noventa por sessenta, saturação noventa e um por cento.', 'sinais_vitais'],
    ['emergency', 'ef', 'Abdome doloroso em fossa ilíaca direita.', 'exame_fisico'],
    ['emergency', 'ef', 'Troponina negativa.', 'exames_complementares'],
    ['emergency', 'con', 'Sutura com quatro pontos.', 'procedimentos'],
    ['emergency', 'con', 'Fica em observação por seis horas.', 'destino'],
    ['emergency', 'con', 'Dipirona um grama na veia.', 'conduta'],
  ]
  const misplaced = sentences.filter(([specialty, part, text, key]) => place(specialty, part, text) !== key)
  expect(misplaced.map(([specialty, part, text]) => `${text} -> ${place(specialty, part, text)}`)).toEqual([])
})
