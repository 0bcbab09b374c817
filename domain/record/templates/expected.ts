import type { Expected } from './part.ts'

// Facts that several specialties expect in a section; each template adds its own.

export const duration: Expected = {
  name: 'duração',
  pattern: /\b(ha|desde|ontem|hoje|dias?|semanas?|mes|meses|anos?|horas?)\b/,
  elsewhere:
    /\b((comec\w+|inici\w+|desde|ja (faz|tem|esta)|(faz|tem|ha) (uns|umas|uma|um|quase|mais de|cerca de)) .{0,30}\b(dias?|semanas?|mes|meses|anos?|horas?|ontem|anteontem|hoje|sabado|domingo|segunda|terca|quarta|quinta|sexta)|(ha|desde|faz) (\w+ ){0,2}(dias?|semanas?|mes|meses|horas?|ontem))\b/,
  suggestion: 'Duração da queixa: não informada na consulta.',
}
export const allergies: Expected = {
  name: 'alergias',
  pattern: /alerg|anafil|empol|empipoc|inch\w+ (a garganta|o labio|o rosto|a lingua)|corpo (todo|inteiro) (\w+ )?coc/,
  suggestion: 'Alergias: não investigadas na consulta.',
}
export const medication: Expected = {
  name: 'medicamentos',
  pattern:
    /medic|remedio|em uso|uso de|toma\b|usa\b|bombinha|insulina|miligrama|\bmg\b|comprimido|capsula|\w{2}(sartana|pril|olol|dipino|statina|formina|prazol|oxina|semida|tiazida|gliflozina|gliptina|oxetina|zepam|tralina|xabana)\b|\b(puran|anticoncepcional|varfarina|clopidogrel)\b/,
  elsewhere:
    /\b(tom[ao]|tomava|tomando|us[ao]|usava|usando|faz uso|faco uso|em uso|uso continuo)\b.{0,40}(remedio|medic\w+|bombinha|insulina|comprimido|\w+(sartana|pril|olol|dipino|statina|formina|prazol|oxina|semida|tiazida|gliflozina|oxetina|zepam|pram|tralina|sona|lona|xabana|farina)\b|dipirona|aspirina|\baas\b|anticoncepcional|puran|litio)|\b(remedios?|medicament\w+|medicac\w+) (\w+ ){0,4}(tomando|usando|toma|usa)\b|\b(remedios?|medicament\w+|medicac\w+) (de uso|de todo|continu\w+|controlad\w+|todo|todos|em uso|(para|pra) (a )?(pressao|tireoide|diabetes|colesterol|dormir|coracao))/,
  suggestion: 'Medicamentos em uso: não investigados na consulta.',
}
export const family: Expected = {
  name: 'família',
  pattern: /./,
  elsewhere:
    /\b((na|da|de|sua|minha|historico) famil\w+(?! d[aeo]s? \w+(inas?|icos?|oides?)\b)|parentes|(pai|mae|pais|irma|irmao|irmaos|irmas|avos?|tios?|tias?) (\w+ ){0,2}(tem|teve|tinha|tiveram|morreu|morreram|faleceu|sofre|diabetic\w|hipertens\w|asmatic\w|cardiac\w))\b/,
  suggestion: 'História familiar: não investigada na consulta.',
}
export const smoking: Expected = {
  name: 'tabagismo',
  pattern: /fum|tabag|cigarr/,
  elsewhere: /\bfum(o|a|ar|ei|ou|ava|ando|ante|antes)\b|tabag|cigarr|narguile/,
  suggestion: 'Tabagismo: não investigado na consulta.',
}
export const drinking: Expected = {
  name: 'etilismo',
  pattern: /alcool|bebe|bebid|cervej|vinho|etil/,
  elsewhere:
    /alcool(?! (gel|em gel))|etilis|etilista|cervej|vinho|cachaca|bebidas?\b(?! (quent|gelad))|\bbeb(o|ia|e) (so|alguma|muito|pouco|social\w*|nos|no|aos|de vez|raramente|bastante)\b|\bnao bebo\b|e bebe\b/,
  suggestion: 'Etilismo: não investigado na consulta.',
}
export const sleep: Expected = {
  name: 'sono',
  pattern: /\bson[oa]\b|insonia|\bdorm(e|i|o|ia|ir|iu|indo|em|imos)\b|durm|acorda/,
  suggestion: 'Sono: não investigado na consulta.',
}
export const examination: Expected = {
  name: 'exame',
  pattern: /./,
  elsewhere:
    /\b(ausculta|bulhas|murmurio|orofaringe|abdom(e|en) (\w+ ){0,2}(flacido|indolor|globoso|plano)|satur(acao|ando)|ao exame|frequencia (cardiaca|respiratoria)|temperatura (esta|de|deu|agora)|pressao (arterial )?(esta |ta |deu |de |em )*(\d|cento\b|\w+enta\b|\w+ por))/,
  suggestion: 'Exame físico: não ditado na consulta.',
}
export const bloodPressure: Expected = {
  name: 'pressão arterial',
  pattern: /pressao|\bpa\b|\b\d{2,3} ?(x|por|\/) ?\d{2,3}\b/,
  elsewhere:
    /\bpressao\b.{0,25}(\d|\b(dez|onze|doze|treze|catorze|quatorze|quinze|dezesseis|dezessete|dezoito|cem|cento|\w+enta)\b)|\bpa (de |em )?\d|\b\d{2,3} ?(x|por|\/) ?\d{1,3}\b(?! ?(h\b|horas|dias))/,
  suggestion: 'Pressão arterial: não ditada na consulta.',
}
