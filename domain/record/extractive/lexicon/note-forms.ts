// How a patient says it, and how a note does. The patterns see a statement that is already in the third person.

export type Forms = readonly (readonly [RegExp, string])[]

/** Where a sentence, or one half of it, ends. */
export const end = '(?=$|[.;])'
export const rx = (source: string) => new RegExp(source, 'giu')

/** Things, done or felt, as a note names them. */
export const clinicalForms: Forms = [
  [rx('^(?:está indo|vai) (?=(?:cerca de )?\\p{L}+(?: ou \\p{L}+)? vezes (?:por|ao) dia)'), ''],
  [rx('^no geral histórico médico é tranquilo'), 'refere histórico médico tranquilo'],
  [rx('^não teve isso antes,? (?:é a )?primeira vez'), 'primeira vez, sem episódio anterior'],
  [rx('(?<![\\p{L}])nega (?:ou|e|nem) (?=\\p{L})'), 'nega '],
  [rx('(?<![\\p{L}])nega ([oa] )?(\\p{L}+) (ficou|fica|está|caiu|entortou|enrolou)(?![\\p{L}])'), '$1$2 não $3'],
  [rx('(?<![\\p{L}])cafezinho'), 'café'],
  [rx('(?<![\\p{L}])ombrinho'), 'ombro'],
  [rx('^tem se sentido '), 'sente-se '],
  [rx('^(?:reparou|notou|percebeu) (?:nisso|isso) '), 'percebido '],
  [
    rx(
      '(?<![\\p{L}])(sentiu|teve|tem|sente|ter|com) uma? (?=(?:febre|dor|tosse|cólica|pressão|aperto|síndrome|ardência|coceira|inchaço|mal-estar|crise)(?![\\p{L}]))',
    ),
    '$1 ',
  ],
  [rx('^(?:sentiu|sente),? (?=não exatamente )'), ''],
  [rx('(?<![\\p{L}])mas como uma? (?=pressão|aperto|queimação|pontada|choque|peso)'), 'mas '],
  [rx('^ainda refere '), 'mantém '],
  [rx('^está batendo '), 'coração batendo '],
  [rx('^não mediu,? mas acha que está com (?:um pouco de )?febre'), 'não mediu a temperatura, sensação de febre'],
  [rx('^acha que está com (?:um pouco de )?febre'), 'sensação de febre'],
  [rx('^só deixa frac[oa](?![\\p{L}])'), 'refere apenas fraqueza'],
  [rx(', foi (?=há )'), ', '],
  [rx(', mas (?:tirando|fora) isso (?:tem comido|come|está comendo),? (?:normal|bem)'), ', no mais alimentação normal'],
  [rx('(?<![\\p{L}])para (?:tentar )?(?:ajudar|melhorar) (?:com )?a dor(?![\\p{L}])'), 'para a dor'],
  [rx('^el[ae] está com (?:um |uma )?(?=cheiro|cor|gosto)'), ''],
  [rx('(?<![\\p{L}])(mexer|dobrar|esticar|levantar|apoiar|fechar|abrir) el[ae](?= )'), '$1'],
  [rx('^\\p{L}+, (?=refere (?:dor|falta|tosse|febre|ardência|coceira)(?![\\p{L}]))'), ''],
  [
    rx(
      ',? que (?:hoje )?(?:está fazendo|faz|completa|já faz) (?=(?:cerca de )?\\p{L}+ (?:dias|semanas|meses|anos)(?![\\p{L}]))',
    ),
    ' há ',
  ],
  [rx('^nunca aconteceu(?: isso)?(?: antes)?(?=$|[.;])'), 'nega episódio anterior'],
  [
    rx('^não (?:tinha|havia) (?:notado|reparado|percebido|visto|sentido)(?: n?isso)? antes(?=$|[.;])'),
    'nega episódio anterior',
  ],
  [rx('^não teve isso antes'), 'nega episódio anterior'],
  [rx('^nenhuma? outr([oa]) (?=alergia|doença|problema|sintoma|queixa|remédio)'), 'nega outr$1 '],
  [
    rx(
      '^(?:é alérgic[oa]|tem alergia) (ao?s?|à) (\\p{L}+), (?:fica com|dá|causa|dá muita?) (?:um |uma )?(\\p{L}+)(?=$|[.;])',
    ),
    'alergia $1 $2, com $3',
  ],
  [rx('^(?:é alérgic[oa]|tem alergia) (?=ao?s? |à |de )'), 'alergia '],
  [rx(',? e reação '), ', com reação '],
  [rx('(?:^|, )ele estava (?:mais ou menos )?com a idade,? por volta de '), ', com cerca de '],
  [rx('(?<![\\p{L}])(tinha|tem|teve) (?:uns|umas) (?=\\p{L})'), '$1 '],
  [rx(', mas nega '), ', nega '],
  [rx('^toparia '), 'aceita '],
  [rx('(?<![\\p{L}])curtindo(?![\\p{L}])'), 'tendo prazer'],
  [rx('(?<![\\p{L}])nega uma? '), 'nega '],
  [rx('^na família, não (?:tem certeza|sabe)'), 'não tem certeza quanto à família'],
  [rx('(?:está |tem )?(?:fazendo|faz|feito) (pouc[ao]|muit[ao]|menos|bastante) (?:urina|xixi)'), 'urina $1'],
  [
    rx(
      '^(tem ido trabalhar|trabalha|consegue trabalhar|anda|dorme),? (?:mas )?(?:está sendo|tem sido|é|está) (?:bem |muito )?(?:difícil|complicado)',
    ),
    '$1, com dificuldade',
  ],
  [rx('^atrapalha (?=(?:as|o|os|a) \\p{L})'), 'o quadro atrapalha '],
  [rx('^nega histórico de (?:ver|ter|sentir) (?:isso|isto)'), 'nega episódio anterior'],
  [rx('^acha que nunca (fez|teve|tomou|usou) '), 'acredita que nunca $1 '],
  [rx('^refere (?=(?:namorad[oa]|marido|esposa|companheir[oa])(?![\\p{L}]))'), ''],
  [rx('^refere (?=(?:cerveja|vinho|cachaça|pinga|uísque|destilado)(?![\\p{L}]))'), 'bebe '],
  [rx('^(alergia (?:ao?s?|à) [^,;]{3,30}), refere (?=\\p{L})'), '$1, com '],
  [rx('^(fuma|bebe) (?:um tanto|um pouco|bastante), \\1 (?=cerca|\\p{L}+ (?:por|cigarros|maços|copos))'), '$1 '],
  [rx(', é meio, é (?=uma? )'), ', '],
  [rx(', tipo (?=[oa]s? \\p{L}{3,})'), ', como '],
  [rx('^as (\\p{L}+as) são (?=n[oa]s? )'), '$1 '],
  [rx('(?<![\\p{L}])(não estava \\p{L}+ndo) (?=não )'), '$1, '],
  // What burns, itches, runs.
  [rx('(?<![\\p{L}])(?:quando|ao) (?:vai|ir) ao banheiro,? (?:ao|para) (urinar|evacuar)'), 'ao $1'],
  [
    rx('^(?:está|fica|sente|tem) (?:um pouco |muito |bem |bastante )?ardendo (?=ao |quando |para |n[oa] )'),
    'ardência ',
  ],
  [rx('^(?:está|fica|sente) (?:um pouco |muito |bem |bastante )?ardendo(?![\\p{L}])'), 'refere ardência'],
  [rx('^(?:está|fica) (?:um pouco |muito |bem |bastante )?coçando(?![\\p{L}])'), 'refere coceira'],
  [rx('^(?:está|fica) (?:um pouco |muito |bem |bastante )?tossindo(?![\\p{L}])'), 'refere tosse'],
  [rx('^(?:está|fica) (?:um pouco |muito |bem |bastante )?queimando(?![\\p{L}])'), 'refere queimação'],
  [
    rx('(?<![\\p{L}])(dor|ardência|ardência em|dificuldade) para (urinar|evacuar|engolir|respirar)(?![\\p{L}])'),
    '$1 ao $2',
  ],
  // The bathroom.
  [
    rx('^não está indo ao banheiro mais (?:vezes|do)(?: do)? que o (?:normal|costume|habitual)'),
    'nega aumento da frequência de idas ao banheiro',
  ],
  [
    rx(
      '(?<![\\p{L}])está indo (?:bastante|muito|muitas vezes|toda hora|o tempo todo|com muita frequência) ao banheiro',
    ),
    'idas frequentes ao banheiro',
  ],
  [rx('(?<![\\p{L}])tem que (?=\\p{L}+[aei]r(?![\\p{L}]))'), 'precisa '],
  [
    rx(
      '(?<![\\p{L}])(?:mas |só )?(?:o |os )?líquidos? (?:está conseguindo|consegue|conseguiu) (?:segurar|beber|tomar)',
    ),
    'tolera líquidos',
  ],
  [rx('(?<![\\p{L}])(?:está conseguindo|consegue) segurar (?:o |os )?líquidos?'), 'tolera líquidos'],
  [rx('(?<![\\p{L}])então não está comendo (?:muito|bem|direito)'), 'alimenta-se pouco'],
  [rx('(?<![\\p{L}])está atrapalhando (?:muito |bastante )?as '), 'o quadro atrapalha as '],
  [rx('(?<![\\p{L}])está afetando (?:muito|bastante)?,? ?(?:o resto d)?a vida'), 'afeta muito a vida'],
  // Where a pain goes, and how it comes.
  [
    rx(
      '^(dor) não (?:vai|anda|irradia|corre|espalha|desce|passa|sobe) para (?:(?:algum|nenhum|qualquer) )?(?:outr[oa]s? )?(?:lugar|lado|parte)s?, para ',
    ),
    '$1 sem irradiação para ',
  ],
  [
    rx(
      '^(dor) não (?:vai|anda|irradia|corre|espalha|desce|passa|sobe) para (?:(?:algum|nenhum|qualquer) )?(?:outr[oa]s? )?(?:lugar|lado|parte)s?',
    ),
    '$1 sem irradiação',
  ],
  [rx('^(dor) não (?:vai|anda|irradia|corre|espalha|desce|passa|sobe) para '), '$1 sem irradiação para '],
  [rx('^(dor) (?:vai e volta|vem e vai|vai e vem)(?![\\p{L}])'), '$1 intermitente, vai e volta'],
  [rx('^(dor) (?:é )?(?:o tempo todo|direto|constante|sem parar)(?![\\p{L}])'), '$1 contínua, o tempo todo'],
  [rx('(?<![\\p{L}])dá uma aliviada'), 'alivia'],
  [rx('(?<![\\p{L}])dá uma melhorada'), 'melhora um pouco'],
  [rx('(?<![\\p{L}])deu uma (?:melhorada|aliviada)'), 'melhorou um pouco'],
  [rx('(?<![\\p{L}])(?:deu|dá) uma (?:piorada)'), 'piorou'],
  // Health and history.
  [rx('(?<![\\p{L}])tem apetite(?![\\p{L}])'), 'apetite preservado'],
  [rx('^(medo|vontade|dificuldade), tem de '), '$1 de '],
  [rx('(?<![\\p{L}])(alergia|alérgic[oa]) a (?:aquele|aquela|esse|essa|aqueles|aquelas) '), '$1 a '],
  [
    rx(
      '^(?:costuma ser|é|acha que é|sempre foi)(?: uma? pessoa| bem| muito)? saudável(?:, (?:acha que )?se sente bem)?',
    ),
    'refere ser saudável',
  ],
  [rx('^não tem (?:nenhum|qualquer) histórico de '), 'nega histórico de '],
  [
    rx('^nunca aconteceu(?: isso)?(?: antes)?, não tinha (?:notado|reparado|percebido|visto|sentido) isso antes'),
    'nega episódio anterior, nunca aconteceu',
  ],
  [rx('^não teve isso antes,? (?:é a )?primeira vez'), 'nega episódio anterior, primeira vez'],
  [rx('^nunca sentiu nada tão (ruim|forte) assim antes'), 'nega episódio anterior tão $1'],
  [rx(`(?<![\\p{L}])acha que (?:ela |ele )?tem (\\p{L}+), mas não (?:tem|sabe com) certeza${end}`), 'possível $1'],
  [rx(`^acha que tem (\\p{L}+)${end}`), 'refere possível $1'],
  [rx('(?<![\\p{L}])(?:é|foi|só) uma reação (leve|alérgica|forte|grave)(?: que dá)?'), 'reação $1'],
  [rx('(?<![\\p{L}])(?:é|era) dono d[eo] '), 'proprietário de '],
  [rx('^trabalha, é '), 'trabalha como '],
  // Words of the nursery and of the street.
  [rx('(?<![\\p{L}])bracinho'), 'braço'],
  [rx('(?<![\\p{L}])perninha'), 'perna'],
  [rx('(?<![\\p{L}])barriguinha'), 'barriga'],
  [rx('(?<![\\p{L}])manchinha'), 'mancha'],
  [rx('(?<![\\p{L}])remedinho'), 'remédio'],
  [rx('(?<![\\p{L}])dorzinha'), 'dor leve'],
  [rx('(?<![\\p{L}])febrinha'), 'febre baixa'],
  [rx('(?<![\\p{L}])tossezinha'), 'tosse leve'],
  [rx('(?<![\\p{L}])rapidinho'), 'rápido'],
  [rx('(?<![\\p{L}])peitinho'), 'peito'],
  [rx('(?<![\\p{L}])caíd(?:inh)([oa])'), 'caíd$1'],
  [rx('(?<![\\p{L}])(?:fica|ficou) botando a mão n'), 'leva a mão com frequência n'],
  [rx('(?<![\\p{L}])botando(?![\\p{L}])'), 'colocando'],
  [rx('(?<![\\p{L}])botou(?![\\p{L}])'), 'colocou'],
  [rx('(?<![\\p{L}])bota(?= a| o)'), 'coloca'],
  [rx('(?<![\\p{L}])daqui a pouco(?= (?:sobe|volta|começa|piora))'), 'logo depois'],
  [rx('(?<![\\p{L}])(?:vira e mexe|volta e meia)(?![\\p{L}])'), 'com frequência'],
  [rx('(?<![\\p{L}])do nada(?![\\p{L}])'), 'de repente'],
  [rx('(?<![\\p{L}])(?:para caramba|demais da conta|para burro)'), 'muito'],
  [rx(',? que nem água'), ' como água'],
  [rx('(?<![\\p{L}])de ((?:cerca de )?\\p{L}+ (?:dias|semanas|meses|anos)) para cá(?![\\p{L}])'), 'há $1'],
  [rx('(?<![\\p{L}])do lado, (?=do lado)'), ''],
]

/** After what is denied, what is so is another clause: 'nega outra alergia; fica inchado'. */
export const afterDenial: RegExp =
  /(?<=(?:^|[;,] )nega (?:outr[oa]s? )?\p{L}+(?: (?:de|d[oa]|n[oa]|em|à) \p{L}+)?), (?:é uma? )?(?=(?:reação|é|fica|ficou|tem|está|teve|foi|sente|usa|toma|dá|deu|mediu|sempre|parece) )/giu

/** 'Tem X', 'teve X', where X is a complaint or an illness: what a note says the patient reports. */
export const hasOne: RegExp =
  /^(?:tem|está com|sente|fica com|tem tido|vem tendo) (?:um |uma |uns |umas )?(?=(\p{L}+(?: \p{L}+){0,2}))/iu
