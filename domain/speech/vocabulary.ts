import type { specialtyNames } from '../account/profile.ts'
import { plain } from '../text.ts'

// Key terms of a consultation: words that a recogniser must expect. The lists are short, so that a page can have them.

/** Medicines that Brazilian doctors prescribe most, then words that recognisers often get wrong. */
const COMMON = `losartana; enalapril; anlodipino; hidroclorotiazida; furosemida; espironolactona; atenolol; propranolol; carvedilol;
sinvastatina; rosuvastatina; atorvastatina; metformina; gliclazida; dapagliflozina; empagliflozina; levotiroxina; omeprazol;
pantoprazol; dipirona; paracetamol; ibuprofeno; nimesulida; amoxicilina; azitromicina; cefalexina; ciprofloxacino; prednisona;
prednisolona; loratadina; salbutamol; sertralina; fluoxetina; escitalopram; amitriptilina; clonazepam; clopidogrel;
dispneia; cefaleia; dislipidemia; hipotireoidismo; creatinina; hemoglobina glicada`

/** By specialty of the doctor. The others have the common terms alone. */
const BY_SPECIALTY: Partial<Record<(typeof specialtyNames)[number], string>> = {
  Cardiologia: `metoprolol; bisoprolol; valsartana; sacubitril; ivabradina; amiodarona; propafenona; digoxina; varfarina;
rivaroxabana; apixabana; ezetimiba; insuficiência cardíaca; fibrilação atrial; angina; ecocardiograma; eletrocardiograma; holter`,
  Dermatologia: `isotretinoína; adapaleno; betametasona; mometasona; clobetasol; desonida; cetoconazol; terbinafina; fluconazol;
ivermectina; permetrina; minoxidil; metotrexato; psoríase; dermatite atópica; dermatite seborreica; rosácea; melasma; biópsia`,
  Endocrinologia: `glimepirida; insulina; sitagliptina; vildagliptina; linagliptina; pioglitazona; semaglutida; liraglutida;
dulaglutida; tirzepatida; metimazol; cabergolina; hipertireoidismo; hipoglicemia; tireoide`,
  Gastroenterologia: `esomeprazol; lansoprazol; domperidona; bromoprida; ondansetrona; simeticona; lactulose; mesalazina;
sulfassalazina; trimebutina; azatioprina; dispepsia; esofagite; pancreatite; colelitíase; endoscopia; colonoscopia`,
  Ginecologia: `etinilestradiol; drospirenona; levonorgestrel; desogestrel; medroxiprogesterona; progesterona; dienogeste;
ácido fólico; metronidazol; endometriose; mioma; dismenorreia; papanicolau; mamografia; ultrassom transvaginal`,
  Neurologia: `levetiracetam; lamotrigina; carbamazepina; valproato; topiramato; fenitoína; levodopa; pramipexol; donepezila;
memantina; sumatriptana; gabapentina; pregabalina; enxaqueca; epilepsia; neuropatia; parestesia; ressonância`,
  Ortopedia: `meloxicam; cetoprofeno; diclofenaco; celecoxibe; ciclobenzaprina; tramadol; codeína; pregabalina; glucosamina;
lombalgia; lombociatalgia; tendinite; bursite; osteoartrite; menisco; hérnia de disco; ressonância`,
  Pediatria: `cetirizina; desloratadina; budesonida; beclometasona; montelucaste; ambroxol; acetilcisteína; dexclorfeniramina;
albendazol; sulfato ferroso; vitamina D; bronquiolite; otite; faringoamigdalite; escarlatina; puericultura`,
  Pneumologia: `formoterol; budesonida; beclometasona; salmeterol; fluticasona; tiotrópio; ipratrópio; montelucaste;
acetilcisteína; claritromicina; levofloxacino; asma; enfisema; bronquiectasia; sibilos; espirometria; tomografia de tórax`,
  Psiquiatria: `paroxetina; citalopram; venlafaxina; desvenlafaxina; duloxetina; bupropiona; mirtazapina; trazodona; quetiapina;
risperidona; olanzapina; aripiprazol; haloperidol; lítio; lamotrigina; alprazolam; zolpidem; metilfenidato`,
  Urologia: `tansulosina; doxazosina; finasterida; dutasterida; sildenafila; tadalafila; oxibutinina; solifenacina;
nitrofurantoína; fosfomicina; norfloxacino; hiperplasia prostática; noctúria; hematúria; urocultura`,
  Geriatria: `donepezila; memantina; quetiapina; mirtazapina; alendronato; vitamina D; carbonato de cálcio; rivaroxabana;
osteoporose; demência; osteopenia; incontinência urinária`,
  Oncologia: `tamoxifeno; anastrozol; letrozol; capecitabina; ondansetrona; morfina; metadona; dexametasona;
linfonodo; linfoma; leucemia; mieloma; quimioterapia; radioterapia; biópsia`,
}

const listed = (text: string): string[] => text.split(/;\s*/).map((term) => term.replaceAll('\n', ' '))

/** Words that many consultations contain. They name no medicine, condition or finding. */
const ORDINARY = new Set(
  (
    'para como mais muito muita pouco pouca quando onde porque então assim também ainda agora hoje ontem amanhã depois antes ' +
    'sempre nunca nada tudo toda todo todos todas cada outro outra outros outras mesmo mesma este esta esse essa isto isso aquele ' +
    'aquela dele dela deles delas você vocês senhor senhora doutor doutora gente coisa coisas dias semana semanas meses anos hora ' +
    'horas noite manhã tarde tenho tinha teve tive está estou estava estão fazer fazendo feito ficar ficou tomar toma tomando tomou ' +
    'tomei usar usando usou disse falou falar acho acha sabe saber pode poder queria quero quer posso vamos vai veio voltar melhor ' +
    'melhorou pior piorou primeira primeiro segunda segundo menos mais bastante sobre entre desde durante paciente consulta ' +
    'médico médica remédio remédios comprimido comprimidos casa trabalho filho filha marido esposa mulher homem tipo jeito meio ' +
    'dois duas três quatro cinco seis sete oito nove quem qual quais pelo pela pelos pelas seu seus suas meus minha minhas'
  )
    .split(' ')
    .map(plain),
)

/** Returns the distinct words of 4 to 50 letters in the text, as written, without ordinary words. */
export function uncommonWords(text: string): string[] {
  const words = text.match(/(?<![\p{L}\p{N}])\p{L}{4,50}(?![\p{L}\p{N}])/gu) ?? []
  return distinct(words.filter((word) => !ORDINARY.has(plain(word))))
}

/** Returns the terms without later doubles; accents and case make no difference. */
function distinct(terms: readonly string[]): string[] {
  const keys = new Set<string>()
  return terms.filter((term) => {
    const key = plain(term)
    if (keys.has(key)) return false
    keys.add(key)
    return true
  })
}

/** Returns the words that an edit of a line brought in, as written. Words that only lost or gained an accent count too. */
export function correctedWords(before: string, after: string): string[] {
  const old = new Set(uncommonWords(before).map((word) => word.toLowerCase()))
  return uncommonWords(after).filter((word) => !old.has(word.toLowerCase()))
}

/** The room keeps this many corrected words, and as many of one text about the patient. */
export const MOST_WORDS = 20

/** Returns the list with the new words first, without doubles, at most 20. */
export const withCorrected = (existing: readonly string[], words: readonly string[]): string[] =>
  distinct([...words, ...existing]).slice(0, MOST_WORDS)

type Line = { text: string; original?: string | undefined; revision: number }
/** Returns the words that edits of recognised lines brought in, of the last changed line first, at most 20. */
export function correctedIn(lines: readonly Line[]): string[] {
  const last = lines.filter(({ original }) => original !== undefined).sort((a, b) => b.revision - a.revision)
  return withCorrected(
    [],
    last.flatMap(({ original = '', text }) => correctedWords(original, text)),
  )
}

/** So many of them come before the listed terms: they take about half of a query. */
const EARLIER_BEFORE_LISTS = 40

/** Returns the words that may join the doctor's list: those that are no part of these names. */
export function withoutNames(words: readonly string[], names: readonly string[]): string[] {
  const text = plain(names.join(' '))
  return words.filter((word) => !text.includes(plain(word)))
}

export type TermSources = {
  specialty: string | null
  corrected: readonly string[]
  /** Words that the doctor corrected in earlier consultations, without names of the doctor's patients. */
  earlier: readonly string[]
  /** Words of the patient's lists, and of the context those in small letters. */
  health: readonly string[]
  /** Words of the patient's name, and those of the context that begin with a capital: they may be names. */
  patient: readonly string[]
}
/**
 * `open`: terms without any word about the patient; an address may contain them. `private`: words of the patient's
 * health, and corrected words that may be a name. `names`: words of the patient's name, and others of the context that
 * may be names. The most useful term comes first.
 */
export type Terms = { open: string[]; private: string[]; names: string[] }

/** Returns the key terms of a consultation. `specialty` is one of the doctor's profile; another adds nothing. */
export function termsFor({ specialty, corrected, earlier, health, patient }: TermSources): Terms {
  const names = new Set(patient.map(plain))
  const ofPatient = new Set([...names, ...health.map(plain)])
  const isOpen = (word: string) => !ofPatient.has(plain(word)) && !/^\p{Lu}/u.test(word)
  const special = (specialty && (BY_SPECIALTY as Partial<Record<string, string>>)[specialty]) || ''
  const lists = [...(special ? listed(special) : []), ...listed(COMMON)]
  const words = [...corrected, ...earlier]
  const own = earlier.filter(isOpen)
  const [before, after] = [own.slice(0, EARLIER_BEFORE_LISTS), own.slice(EARLIER_BEFORE_LISTS)]
  return {
    open: distinct([...corrected.filter(isOpen), ...before, ...lists, ...after]),
    private: distinct([...health, ...words.filter((word) => !isOpen(word))]).filter((word) => !names.has(plain(word))),
    names: distinct(patient),
  }
}

/** Above 500 tokens the vendor's stream stops silently; a token is at least two characters of a term. */
const MOST_TOKENS = 400
const MOST_TERMS = 100

/** Returns the terms that fit into one query of the vendor, in their order. A term that does not fit is left out. */
export function withinLimits(terms: readonly string[]): string[] {
  let remaining = MOST_TOKENS
  const fitting = terms.filter((term) => {
    const tokens = Math.ceil(term.length / 2)
    if (tokens > remaining) return false
    remaining -= tokens
    return true
  })
  return fitting.slice(0, MOST_TERMS)
}

/** So many private terms come first in a message: they take about half of it. */
const MOST_PRIVATE = 40

/** Returns the terms of a message that replaces those of the address; empty if it would add no private one. */
export function termsOfMessage({
  keyterms,
  privateTerms,
}: {
  keyterms: readonly string[]
  privateTerms: readonly string[]
}) {
  return privateTerms.length > 0 ? withinLimits([...privateTerms.slice(0, MOST_PRIVATE), ...keyterms]) : []
}

/** From 0 to 10 in the Web Speech API. Never measured: enough to prefer a term, too little to hear it everywhere. */
const BOOST = { open: 2, private: 4 }

/** Returns the contextual phrases for a recogniser on the device. The patient's words never leave it. */
export const phrasesOf = (terms: Terms): { phrase: string; boost: number }[] => [
  ...[...terms.private, ...terms.names].map((phrase) => ({ phrase, boost: BOOST.private })),
  ...terms.open.map((phrase) => ({ phrase, boost: BOOST.open })),
]
