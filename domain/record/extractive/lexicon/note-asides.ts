// What speech puts around and between what is said.
import { end, type Forms, rx } from './note-forms.ts'

/** What is said around a statement, to the listener or about the telling of it: it goes, and the statement stays. */
export const asides: Forms = [
  // The doctor's own words in a question that was answered.
  [
    rx(
      ',? que eu (?:tinha |já )?(?:te |lhe )?(?:passei|passado|receitei|receitado|prescrevi|prescrito|pedi|pedido)(?=[,;.]|$)',
    ),
    '',
  ],
  [rx('^lembra onde (\\p{L}+), (?:foi |é )?(?=em |n[oa] )'), '$1 '],
  [rx('^lembra (?:onde|quem|o que|quando|como) \\p{L}+, (?:foi |é )?'), ''],
  [rx('^(?:está|vai) tudo bem, (?=\\p{L}+ \\p{L})'), ''],
  [rx('^não percebeu nada, (?=\\p{L})'), ''],
  [rx('^(?:não|nem) sabe, (?=provavelmente|talvez|acha|cerca)'), ''],
  [rx('^pode ser qualquer coisa,? (?=\\p{L})'), ''],
  [rx('^é por isso que (?:quis|veio|resolveu|decidiu) \\p{L}+, '), ''],
  [rx('^acha que tem sido, (?:realmente )?'), ''],
  [rx('^depois, (?=[^;]* depois)'), ''],
  [rx('(?<=^|, )faz pouco(?: tempo)?, (?=há )'), ''],
  [rx(', porque é (?:tipo )?normal(?=$|[.;])'), ''],
  [rx(', as de sempre(?:, de ficar [^,;]+)?(?=[,;.]|$)'), ''],
  [rx(', só (?:vê|viu|olha) (?:ali|aqui|isso|assim)(?=[,;.]|$)'), ''],
  [rx(', que (?:tem sentido|sente|está sentindo) isso(?=$|[.;])'), ''],
  [rx(', que foi aquele desespero(?=[,;.]|$)'), ''],
  [rx('(?<![\\p{L}])(?:que )?anotou, (?:foram )?(?=cerca|\\p{L}+ (?:dias|vezes|crises))'), ''],
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
  [rx('(?<![\\p{L}])(alergia|alérgic[oa]) a,? (?:como (?:se |é que )?chama,? )?(?:aquele|aquela|esse|essa) '), '$1 a '],
  [rx('^não (depois|nunca|hoje|agora|ainda) não '), '$1 não '],
  [
    rx('(?<![\\p{L}])(?<!não )(?:é|foi|tem|teve|está|tinha|faz), não (é|foi|tem|teve|está|tinha|faz)(?![\\p{L}])'),
    'não $1',
  ],
  [rx('(?<![\\p{L}])não (\\p{L}+), não \\1(?![\\p{L}])'), 'não $1'],
  [rx('^(\\p{L}+) [^,;]{1,12}, \\1 (?=cerca|\\p{L}+ (?:por|vezes|cigarros|copos))'), '$1 '],
  [rx('(?<![\\p{L}])(quando|porque|se) (?:[oa] )?(\\p{L}+), \\1 (?:[oa] )?\\2 '), '$1 $2 '],
  [rx('^quando \\p{L}+, (?=quando )'), ''],
  [rx('(?<![\\p{L}])(\\p{L}+ndo) e \\1(?![\\p{L}])'), '$1'],
  [rx('(?<![\\p{L}])que ou \\p{L}+ que '), 'que '],
  [rx('(?<![\\p{L}])ou se ou '), 'ou '],
  [rx('(?<![\\p{L}])que fosse,? que '), 'que '],
  [rx('(?<![\\p{L}])sente sentiu,? que '), 'sente que '],
  [rx('^não \\p{L}+ (?:um|uma) \\p{L}+ muito, (?=el[ae] )'), ''],
  [rx(', mas não (\\p{L}+) nenhuma?(?=, )'), ''],
  [rx('^(?:tomou|usou|fez), (há [^,;]+), (tomou|tentou|usou) '), '$2 $1 '],
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
  [rx('^([oa]s? \\p{L}+), (?=(?:está|estão|é|são|foi|tem) )'), '$1 '],
  [rx('(?<![\\p{L}])(reparado|notado|percebido|sentido|pavor|medo|vontade|dificuldade), (?=(?:que|de) )'), '$1 '],
  [rx('(?<![\\p{L}])(ficou|fica|está|era|antes era), (?=(?:\\p{L}+[aeiu]d[oa]s?|bem|muito) )'), '$1 '],
  [rx('(?<![\\p{L}])(n[eo]sses|nos|nas|nestas|nestes) (últim[oa]s), (?=\\p{L})'), '$1 $2 '],
  [rx('(?<![\\p{L}])só, (?:acha que )?(?=\\p{L})'), 'só '],
  [rx(', acha que (?=n[eo]ss[ae]s? |n[oa]s? |há )'), ' '],
  [rx('(?<![\\p{L}])(bebe|fuma|corre|caminha), (?=n[oa]s? |de vez|aos |tod[oa] )'), '$1 '],
  [
    rx('(?<![\\p{L}])(bebe|fuma|toma|dorme|pesa),? mais ou menos,?(?: por (?:dia|semana|mês|noite),)? (?=cerca)'),
    '$1 ',
  ],
  [rx('(?<=[^,;]{3,40}), um pouco(?=,)'), ' um pouco'],
  [rx('(?<=^[^,;]{3,40}), (?=há )'), ' '],
  [rx('(?<=^[^,;]{2,25}), e (?=\\p{L}+(?: \\p{L}+)?(?=$|[.;]))'), ' e '],
  [rx('(?<![\\p{L}])dói( um pouco| muito| bastante)?, ([oa]s?) (?=\\p{L})'), 'dói$1 n$2 '],
  [rx('(?<![\\p{L}])quer, (?=\\p{L}+[aei]r(?![\\p{L}]))'), 'quer '],
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

/** Nothing of these is for a record, whatever was asked: the call, the talk itself, hopes that are no plan of care. */
export const talkOnly: readonly RegExp[] = [
  /^(vamos em frente|ia esquecer|e bom deixar falado|essa lista vai ser comprida|deixa (so|para outro dia|por)\b.*)$/,
  /^(e|ele|ela) (e )?(boa pessoa|um amor|gente boa|engracad[oa])\b/,
  /^(o|a) \w+ e (a|o) \w+ mais \w+ do mundo$/,
  /^(vem|vai) (tomar|fazer) cafe\b/,
  /^(o senhor|a senhora|senhora?|o doutor|doutor|voce) (nao )?(quer|precisava|nunca|sempre|ja tinha)\b/,
  /^clinico$/,
  /^(ela|ele) e (que|quem) \w+$/,
  /^(foi )?o que (ela|ele) (falou|disse)$/,
  /^tem ess[ea],? que nao sabe\b/,
  /^para tirar isso da cabeca$/,
  /^(e )?por isso que (fica|fala|ficou|falou|e)\b.{0,30}$/,
  /^(nunca|nao) viu\b.{0,20}$/,
  /^(deus|nossa senhora|credo|imagine|vixe|ai|nossa)\b.{0,20}$/,
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
  /^e (um pouco |meio |bem )?estranh[oa],? (ver|falar|pensar)\b/,
  /^fica pensando se\b.{0,25}$/,
  /^(na|da) famil\w+ animada\b/,
]
