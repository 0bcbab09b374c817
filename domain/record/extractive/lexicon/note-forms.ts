// How a patient says it, and how a note does. The patterns see a statement that is already in the third person.

export type Forms = readonly (readonly [RegExp, string])[]

const end = '(?=$|[.;])'
const rx = (source: string) => new RegExp(source, 'giu')

/** What is said around a statement, to the listener or about the telling of it: it goes, and the statement stays. */
export const asides: Forms = [
  // 'É um pouco constrangedor, mas está ardendo'
  [
    rx(
      '^(?:é|foi) (?:um pouco |meio |bem |muito )?(?:constrangedor|vergonhoso|chato|difícil|ruim|estranho)(?: de (?:falar|dizer|explicar|contar))?(?: isso)?, (?:mas|porque) ',
    ),
    '',
  ],
  [
    rx(
      '^(?:não|nem) sabe (?:bem |direito )?(?:dizer|explicar|se (?:isso )?(?:ajuda|importa|tem a ver)),? (?:mas|porque|só que) ',
    ),
    '',
  ],
  [rx('^não (?:é|foi|era) nada,? mas '), ''],
  [
    rx(
      ',? ?(?:e |mas )?(?:para ser|sendo|vai ser|vou ser) (?:bem |muito )?(?:sincer[oa]|honest[oa]|franc[oa])(?: com [^,;.]{2,20})?(?=[,;.]|$),?',
    ),
    ', ',
  ],
  [
    rx(
      ',? ?(?:não vai mentir|não vou mentir|para (?:a |o )?(?:senhora?|doutora?|você) ter (?:uma )?ideia|como (?:se |é que )?chama|olha só|veja bem|imagina|nem se fala|digamos|vamos dizer|se não se engana|se não está enganad[oa]|como (?:falou|disse))(?=[,;.]|$),?',
    ),
    ', ',
  ],
  [rx('(?<![\\p{L}])o quê, (?=cerca|\\p{L})'), ''],
  [
    rx(
      `,? ?(?:então|e por isso|por isso|e) (?:está|fica|ficou) (?:um pouco |bem |muito |meio )*preocupad[oa](?: com isso| por isso)?${end}`,
    ),
    '',
  ],
  [rx(`, ?(?:e |mas )?não (?:reparou|notou|percebeu|prestou atenção)(?: nisso| isso)?${end}`), ''],
  [
    rx(
      `,? ?(?:mas |e )?(?:fora|tirando|além d)isso,? (?:nada|normal|tudo bem|está (?:tudo )?(?:bem|normal|ótimo)|mais nada)${end}`,
    ),
    '',
  ],
  [
    rx(
      `,? ?(?:mas |e )?(?:fora|tirando) isso,? (?:nada|normal|tudo bem|está (?:tudo )?(?:bem|normal|ótimo)|mais nada)${end}`,
    ),
    '',
  ],
  [rx(`, ?(?:mas )?(?:fora|tirando) isso${end}`), ''],
  [rx(`, ?o resto (?:está|é|vai) (?:tudo )?(?:bem|normal|ótimo|tranquilo)${end}`), ''],
  [
    rx(
      `, ?(?:foi|é) (?:um )?(?:horrível|horroroso|um horror|um inferno|terrível de|uma loucura|aquele desespero)${end}`,
    ),
    '',
  ],
  [
    rx(
      `, ?(?:acha|imagina|supõe|espera|talvez|entende|enfim|coisas? (?:assim|do tipo)|por aí|tal e tal|e pronto|e olhe lá|todo mundo tem|conhece)${end}`,
    ),
    '',
  ],
  [rx(', por sinal(?=[,;.]|$),?'), ''],
  [rx(`,? ?de jeito nenhum${end}`), ''],
  [
    rx(
      '^(?:sendo sincer[oa]|na real|no fundo|a verdade é que|vai saber|engraçado que|bem assim|ótimo|não parece|talvez|não tem (?:muita )?certeza|não lembra (?:bem|direito)), (?=(?:mas )?\\p{L}+ \\p{L})',
    ),
    '',
  ],
  [rx('^mas (?=\\p{L})'), ''],
  [rx('^agora, (?=tem uma? |para )'), ''],
]

/** A word put right while speaking: the second counts. */
export const corrections: Forms = [
  [
    rx(
      '(?<![\\p{L}])esquerd[oa](?:, | )(?:não,? )?(?:pera|espera|minto|digo|quer dizer|aliás),? (?:é |no |do |o |a |lado )*(direit[oa])(?![\\p{L}])',
    ),
    '$1',
  ],
  [
    rx(
      '(?<![\\p{L}])direit[oa](?:, | )(?:não,? )?(?:pera|espera|minto|digo|quer dizer|aliás),? (?:é |no |do |o |a |lado )*(esquerd[oa])(?![\\p{L}])',
    ),
    '$1',
  ],
  [rx('(?<![\\p{L}])(nega|no|na|nos|nas|de|do|da|em|com|que|para|se|foi|está|a mãe|o pai) \\1 (?=\\p{L})'), '$1 '],
]

/** A comma where speech drew breath, and writing has none. */
export const breaths: Forms = [
  [
    rx(
      '(?<![\\p{L}])(mas|e|porque|que|se|ou|onde|como|seja|esteja|fosse|quando) (agora|hoje|ontem|depois|antes|também|ainda), (?=\\p{L})',
    ),
    '$1 $2 ',
  ],
  [
    rx('(?<![\\p{L}])(mas|porque|que|onde|seja|esteja|fosse|ou se|e aí), (?!(?:não|nega|sim)(?![\\p{L}]))(?=\\p{L})'),
    '$1 ',
  ],
  [rx(', (agora|hoje)(?=, (?:mas|e|porque) )'), ' $1'],
  [rx(`(?<=\\p{L}{3}), (agora|hoje|por dia|por semana|no momento|no geral|atualmente)${end}`), ' $1'],
  [
    rx(
      '(?<![\\p{L}])(sentiu|sente|percebeu|notou|apareceu|fica|ficou|está|é|são|foi|tem sido|toma|come|bebe|usa|tem|gosta|sinta|teve|fuma|dá|de estar), (?=(?:um|uma|uns|umas|muito|bem|cerca de|constante|estresse|dolorid[oa]|de|fazer)(?![\\p{L}]))',
    ),
    '$1 ',
  ],
  [rx('(?<![\\p{L}])(é|está|fica|estar) (um pouco|muito|bem|meio), (?=\\p{L}+[oa]s?(?![\\p{L}]))'), '$1 $2 '],
  [rx('(?<![\\p{L}])às vezes, (?=\\p{L})'), 'às vezes '],
  [
    rx(
      '(?<=^[^,;.]{3,40}(?<!(?:^| )(?:n[oa]s?|em|d[oa]s?|à|ao) [^,;.]*)), (?=(?:n[oa]s?|em) \\p{L}+(?: \\p{L}+)?[.]?$)',
    ),
    ' ',
  ],
]

/** Things, done or felt, as a note names them. */
export const clinicalForms: Forms = [
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
  [
    rx('(?<![\\p{L}])(?:está indo|vai) (?=(?:cerca de )?\\p{L}+(?: ou \\p{L}+)? vezes (?:por|ao) dia)'),
    'vai ao banheiro ',
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
  [rx('(?<![\\p{L}])está atrapalhando (?:muito |bastante )?as '), 'atrapalha as '],
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
  [rx('^não está (?:indo embora|passando)(?: nunca)?(?=$|[.;])'), 'quadro persistente'],
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
  [rx('(?<![\\p{L}])no geral histórico médico é tranquilo'), 'histórico médico sem particularidades'],
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

/** 'Tem X', 'teve X', where X is a complaint or an illness: what a note says the patient reports. */
export const hasOne: RegExp =
  /^(?:tem|está com|sente|fica com|tem tido|vem tendo) (?:um |uma |uns |umas )?(?=(\p{L}+(?: \p{L}+){0,2}))/iu

/** Nothing of these is for a record, whatever was asked: the call, the talk itself, hopes that are no plan of care. */
export const talkOnly: readonly RegExp[] = [
  /^(nao sabe|talvez)\b.*\b(um dia|quem sabe)\b/,
  /^(lembra|sabe|nao lembra) (bem |direito )?(onde|quem|como|o que|do que)( \w+){0,2}$/,
  /^(tem|esta|vai) (ido|indo|levando)( bem| bem sim| tudo bem)?$/,
  /^esta indo (muito |super )?bem\b(?!.*\b(banheiro|coco|xixi|urin\w+|evacu\w+)\b)/,
  /^(ficou|fica|estava) pensando (nisso|sobre isso|n[eo]ss[ae] \w+)?$/,
  /^(e|foi|sao) (muito |bem |super )?(interessante|legal|divertid[oa]|gostos[oa]|bacana|engracad[oa])\b/,
  /^(gosta de pensar|familia animada|nao tinha feito essa conta|ja se perguntou isso|a explicacao e que)\b/,
  /\b(a camera|o microfone|a ligacao|o celular|o video|a chamada|a internet|a imagem) (esta|ficou|travou|caiu|nao|e)\b/,
  /^(desculpa|perdao|obrigad[oa]|imagina|de nada|prazer)\b/,
  /^(e|foi) (por isso|so isso|isso) que (quis|veio|ligou|marcou)( \w+){0,2}$/,
  /^(so |e )?(esse negocio|essa coisa)\b.{0,20}$/,
  /^nao sabia com quem falar\b/,
  /^refere (normal|isso|nada|sim|tudo|outra coisa)$/,
  /^(foi )?essa palavra\b/,
  /^(esta|e|ta) (tudo )?(normal|bem|certo|otimo|tranquilo)$/,
  /^esta funcionando (bem|normal)\b/,
]
