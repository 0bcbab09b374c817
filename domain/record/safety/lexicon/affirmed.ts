/**
 * What a record denies at large, and the other words in which a patient tells of it: plain words parted by spaces. A
 * line of `unless` tells of something else, one of `ended` that it is over; `lasting`: what once was so stays so;
 * `ofDrugs`: a denial that speaks of drugs alone.
 */
export type Affirmed = {
  denied: RegExp
  told: readonly RegExp[]
  unless?: RegExp
  ended?: RegExp
  lasting?: boolean
  ofDrugs?: RegExp
  /** A question that any answer but a denial tells it to, where it or the talk before it speaks `of` this. */
  asked?: { by: RegExp; of: RegExp }
}

const organs =
  'vesicula|apendice|utero|ovarios?|trompas?|miomas?|hernia|amigdalas?|adenoides?|tireoide|baco|rim|mama|prostata|cistos?|nodulos?|tumor|catarata|bexiga|intestino|estomago|menisco'

export const affirmed: readonly Affirmed[] = [
  {
    denied: /\b(cirurgias?|cirurgicas?|cirurgicos?|operacao|operacoes|oper(?:ou|ad[oa]))\b/,
    told: [
      new RegExp(`\\b(?:tir|retir)(?:ei|ou|aram) (?:\\S+ ){0,3}?(?:${organs})\\b`),
      new RegExp(`\\b(?:retirada|remocao) d[oae]s? (?:${organs})\\b`),
      /\b(?:operei|operad[oa]|operaram|colecistectomia|apendicectomia|histerectomia|laqueadura|laqueei|vasectomia|bariatrica|ponte de safena)\b/,
      /\b(?:fiz|tive|sofri|passei por) (?:\S+ ){0,3}?(?:cirurgias?|operacao|operacoes|cesareas?|cesarianas?)\b/,
    ],
    lasting: true,
  },
  {
    denied:
      /\b(tentativas? (?:previas? |anterior(?:es)? )?(?:de )?(?:suicidi?o?s?|autoexterminio)|autoexterminio|tent(?:ou|ativas?)(?: contra a propria vida| se matar| suicidio| suicidar se)?)\b/,
    told: [
      /\btomei (?:\S+ ){1,8}?(?:pra|para|querendo|tentando) (?:me matar|morrer|acabar com)\b/,
      /\btentei (?:\S+ ){0,2}?(?:matar|suicidio|suicidar|morrer|enforcar|tirar a|acabar com)/,
      /\b(?:tomei|bebi) (?:\S+ ){0,1}?(?:veneno|chumbinho)\b/,
      /\bcortei (?:os |meus |o )?(?:pulsos?|punhos?)\b/,
    ],
    unless:
      /\btent\w+ (?!se |me |alguma |algo |contra |suic|tirar |acabar |morrer|matar|uma|duas|tres|antes|isso|nada|fazer |outra |,|e$)\w+/,
    lasting: true,
    asked: { by: /\btentou\b/, of: /\b(?:mort\w*|morrer|suic\w*|matar|machucar|vida|autoexterminio)\b/ },
  },
  {
    denied: /\bfumou\b/,
    told: [
      /\b(?:fumo|fumante|tabagista|fumei|fumava)\b/,
      /\b(?:parei|larguei|deixei) de fumar\b/,
      /\b(?:larguei|usei|uso) (?:\S+ ){0,2}?cigarros?\b/,
    ],
    unless: /\bfumante passiv/,
  },
  {
    denied: /\b(tabagismo|tabagista|fuma|fumante|cigarros?|fumo)\b/,
    told: [
      /\b(?:fumo|fumante|tabagista)\b/,
      /\buso (?:\S+ ){0,2}?(?:cigarros?|vape)\b/,
      /\b(?:macos?|carteiras?|cigarros?) (?:por|ao) dia\b/,
    ],
    ended: /\b(?:parei|larguei|deixei|parou|largou|deixou) (?:\S+ ){0,3}?(?:fumar|cigarro|fumo)\b|\bex fumante\b/,
    unless: /\bfumante passiv/,
  },
  {
    denied: /\b(bebidas? alcoolicas?|etilismo|etilista|alcool|alcoolicas?|bebidas?|bebe)\b/,
    told: [
      /\b(?:bebo|tomo|tomava) (?:\S+ ){0,4}?(?:cerveja|cervejinhas?|cervejas|vinho|cachaca|cachacinha|pinga|uisque|latinhas?|caipirinhas?|chope|chopp)\b/,
      /\b(?:cerveja|cervejinha|cachacinha|cachaca|pinga|vinho) (?:\S+ ){0,2}?(?:todo|toda|antes|depois|no|nos|aos)\b/,
    ],
    ended: /\b(?:parei|larguei|deixei) (?:\S+ ){0,3}?(?:beber|bebida|alcool|cerveja)\b/,
  },
  {
    denied: /\b(diabetes|diabetic[oa]|diabete|dm)\b/,
    told: [/\bacucar (?:\S+ ){0,2}?alto\b/, /\b(?:diabetes|diabetic[oa]|diabete)\b/, /\bglicemia alta\b/],
    unless: /\bpre diabetes\b|\bna gravidez\b/,
  },
  {
    denied: /\b(hipertensao|hipertens[oa]|has|pressao alta)\b/,
    told: [
      /\bpressao (?:e )?alta\b/,
      /\b(?:hipertensao|hipertens[oa])\b/,
      /\b(?:remedio|remedios|trato|tratamento) (?:da|de|pra|para|para a) pressao\b/,
    ],
  },
  {
    denied: /\b(alergias?|alergic[oa]s?|alergicas?)\b/,
    told: [/\b(?:alergia|alergic[oa]) (?:a|ao|com|de)\b/, /\b(?:da|deu|dava|causa) (?:\S+ ){0,2}?alergia\b/],
    unless: /\b(?:rinite|nariz|poeira|pelo)\b/,
    ofDrugs: /\b(?:medicament|remedio)/,
  },
  {
    denied: /\b(dispneia|falta de ar|dispneic[oa])\b/,
    told: [
      /\bfalta (?:de |o )?ar\b/,
      /\b(?:sem (?:folego|ar)|folego curto)\b/,
      /\b(?:cansando|cansado|cansada|canso|dificuldade) (?:pra|para|de) respirar\b/,
    ],
  },
  {
    denied: /\b(gravidez|gestacao|gravida|gestante)\b/,
    told: [/\b(?:gravida|gestante)\b/, /\besperando (?:um |uma )?(?:bebe|nenem|crianca)\b/],
    unless: /\b(?:quando|estava|tava|fiquei|fosse|outra) (?:\S+ ){0,3}?gravida\b/,
  },
]
