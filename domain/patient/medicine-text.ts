// Makes an entry of a list, 'Losartana 50 mg pela manhã', of what a sentence says of a medicine.
import { capital } from '../record/note/wording.ts'
import { tokensOf } from '../record/safety/words.ts'
import { drugsOf, withoutIndication } from './dosage.ts'

/** 'Succinato de metoprolol' is not the tartrate: a salt belongs to the name. */
const salt =
  /(?:\b(?:cloridrato|succinato|tartarato|maleato|besilato|(?:hemi)?fumarato|mesilato|bromidrato|brometo|acetato|[sf]osfato|sulfato|(?:di)?propionato|valerato|furoato|citrato|carbonato|gliconato|nitrato|oxalato|pantotenato|embonato|palmitato|decanoato|enantato|cipionato|undecilato|[aá]cido|vitamina|complexo)\s+(?:de\s+|d['’])?)$/i
/** Where a part of the sentence begins that may say something else. */
const partStart = /(?=[,;(]|\s(?:e|mas|porém|há|desde|com|sem|por|porque|que)\s)/
/** Words of a dosage: an amount, a form, a time, or when it is needed. */
const dosage =
  /\d|\b(?:meio|meia|uma?|dois|duas|três|quatro|comprimidos?|cápsulas?|gotas?|jatos?|sachês?|ampolas?|injeç\S+|spray|xarope|pomada|creme|colírio|adesivo|via|oral|sublingual|nasal|inalat\S+|tópic\S+|intramuscular|subcutâne\S+|dia|dias|manhã|tarde|noite|almoço|jantar|café|jejum|deitar|dormir|acordar|refeiç\S+|semanal\S*|mensal\S*|semana|mês|hora|horas|necessário|necessidade|dor|dores|febre|crises?|contínuo|contínua|VO|SN|SOS)(?![\p{L}])/iu
/** A part that says how long, why, or how well. */
const aside =
  /^[\s,;(]*(?:há|desde|com (?:boa|má|bom|mau|adesão|melhora|controle)|sem|que|porque|mas|porém|e (?:refere|relata|nega|sente|não|esquece\S*))(?![\p{L}])/iu

/** Returns the medicine's name with its dose, without what the sentence says besides. */
export function medicineText(sentence: string): string {
  const [first = '', ...parts] = withoutIndication(fromName(sentence)).split(partStart)
  const ofDose = parts.filter((part) => dosage.test(part) && !aside.test(part))
  const text = [first, ...ofDose]
    .join('')
    .replace(/\s(?:(?:foi|passou)\s)?para\s(?=\d)/, ' ')
    .replace(/[.,;:\s]+$/, '')
  return capital(text.includes(')') && !text.includes('(') ? text.replace(')', '') : text)
}

/** Cuts 'Paciente em uso de' before the first name. */
function fromName(sentence: string): string {
  const [drug] = drugsOf(tokensOf(sentence))
  if (!drug) return sentence
  const name = tokensOf(sentence)[drug.from]
  const at = name ? sentence.indexOf(name.written ?? name.said) : -1
  if (at <= 0) return sentence
  const head = sentence.slice(0, at)
  return (salt.exec(head)?.[0] ?? '') + sentence.slice(at)
}
