/** Words of English sentences and labels that are no words of Portuguese. */
const english = new Set(
  `the of and or is are was were be been has have had not with without your you from this that these those an at by it
  its if then when while before after only again try failed failure fail error errors unknown invalid missing required
  loading save saved saving close closed open opened cancelled delete deleted remove removed search settings user users
  password server connection connect connected reconnect expected unexpected occurred device devices permission denied
  allowed found network request record start started stop stopped get show hide dismiss notification notifications
  message messages page next previous sign signed out new all will would can could cannot must should please too many
  does did done we our their patient doctor back more less select choose welcome sorry something went wrong value empty
  clear toast session expired refused dashboard speaker microphone submit update updated`.split(/\s+/),
)
const ENGLISH_ENDING = /.{3}(?:ing|tion|tions|ed)$/
const portuguese = new Set(
  `o os as e em de da do das dos na no nas nos para por com sem que um uma se ou ao aos seu sua esta este isto mais foi
  ser tem há já ainda quando como onde agora depois antes consulta registro paciente`.split(/\s+/),
)
/** A hash, or a part of a code. */
const CODE = /\b(?=[a-z]*\d)[a-z\d]+\b/gi
/** Abbreviations that doctors write: hipertensão arterial sistêmica. */
const ABBREVIATION = /\bHAS\b/g
const PORTUGUESE_LETTER = /[ãõáéíóúâêôàç]/

/** The spec's own words, as a doctor may read them: the page's name, and the toast of a changed speaker. */
const allowed: readonly RegExp[] = [/^Dashboard( · Relato)?$/, /^Speaker atualizado para: (\p{L}+|…)$/u]

/** True for a sentence or label with at least one English word, and at least as many English as Portuguese ones. */
export function isEnglish(text: string): boolean {
  if (allowed.some((pattern) => pattern.test(text.trim()))) return false
  // The letters between the digits of a code are no words.
  const words =
    text
      .replace(ABBREVIATION, '')
      .replace(CODE, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const foreign = words.filter((word) => english.has(word) || ENGLISH_ENDING.test(word)).length
  const own = words.filter((word) => portuguese.has(word) || PORTUGUESE_LETTER.test(word)).length
  return foreign > 0 && foreign >= own
}
