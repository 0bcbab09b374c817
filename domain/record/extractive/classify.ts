import { plain } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import {
  ancestors,
  bodyPart,
  dose,
  drug,
  examination,
  examManeuver,
  finding,
  habits,
  illness,
  kinIllness,
  measure,
  pastHistory,
  symptom,
} from './lexicon/clinical.ts'
import { isOrder } from '../voice/imperative.ts'
import {
  advice,
  disease,
  hypothesis,
  mayBring,
  nextVisit,
  order,
  recap,
  returnOrAlarm,
  takeIt,
} from './lexicon/plan.ts'
import { smallTalk } from '../voice/speech.ts'
import { words } from '../voice/normalise.ts'

const recent = /\b(desde|comecou|nesses|nesse|ultim[oa]s|ontem|hoje|agora|dias|semanas?|horas)\b/
const livesWith = /\b(mor(o|a|ando) com|converso com|moro|mora)\b/
const triedForThis = /\b(tomei|tentei|usei|passei|tomou|ajud(ou|ando|a)|melhor(ou|a)|alivi\w+|adiantou)\b/

/** Where the answer to a question belongs, from the question alone. */
export function sectionOfQuestion(text: string): CanonicalKey {
  if (
    /\b(na|da|e|sobre a) (sua )?familia|historico (da|de) (sua )?familia|historico familiar|\balguem (em|da|de|na) (casa|familia)\b(?!.*fuma)|\b(pais|pai|mae|irmao|irma|irmaos|irmas|avos?|parentes?)\b.*\b(teve|tiveram|tem|tinham?|idade|morreu|vivos?|sofrem?|sao)\b/.test(
      text,
    )
  )
    return 'hf'
  if (examination.test(text) && !/\b(voce|o senhor|a senhora) (tem|teve|sente)/.test(text)) return 'exame_fisico'
  if (/\b(desencade\w+|piora|melhora|alivia)\b/.test(text) && !/alergi/.test(text)) return 'hda'
  if (/\balergi|\bdose\b|quantas? (miligramas|gotas|comprimidos)/.test(text)) return 'hpp'
  if (
    /\b(deu|tomou|usou|passou|experimentou|tentou|fez) (\w+ ){0,3}(remedio|medicament\w+|alguma coisa|algo|analgesico)|o que (voce |o senhor |a senhora )?(ja )?(tomou|tentou|usou|deu|fez para)/.test(
      text,
    )
  )
    return 'hda'
  if (
    habits.test(text) ||
    /\b(seu (trabalho|servico|emprego)|fuma|bebe|cigarro|bebida|creche|escola|servico|profissao|drogas?|mora|cuida|trabalha|estuda|exercicio|atividade|esporte|ativo)\b/.test(
      text,
    )
  )
    return 'habitos'
  if (
    /\b(toma|tomando|usa|usando|aplica)\b/.test(text) &&
    !/\b(para (a |essa )?dor|pra dor|agua|liquido|cafe)\b/.test(text) &&
    (drug.test(text) ||
      /\b(alguma coisa|algo|remedios?|medicament\w+|bombinhas?|direto|certinho|direitinho)\b/.test(text))
  )
    return 'hpp'
  if (
    /\b(ja|antes|anterior\w*|alguma vez)\b.*\b(psiquiatr\w+|psicolog\w+|psicoterapia|terapia|tratamento)\b/.test(text)
  )
    return 'hpp'
  if (/\b(filhos?|gestac\w+|gravidez|parto|cesarea|nasceu|vacinas?|prematur\w+)\b/.test(text)) return 'hpp'
  if (
    /\b(tomou|tem tomado|usou) .*(para|ate agora|dor)|febre|dor\b/.test(text) &&
    !/alerg|cirurg|cronic|continu/.test(text)
  )
    return 'hda'
  if (pastHistory.test(text) || /\b(doenca|alerg|remedio|medicament|medicac|cirurg|intern|saudavel)\w*\b/.test(text))
    return 'hpp'
  return 'hda'
}

const recentWeight = /\b(quilos?|sem (fazer )?dieta|rapido)\b/
const exposure = /\b(viaj\w+|picad\w+|mosquito|carrapato|contato com|comi\b|comid\w+ (estragad\w+|crua)|restaurante)/
const everyDay =
  /\b((de|a|toda|pela) (manha|noite)|por dia|ao dia|todo dia|todos os dias|diariamente|de \w+ em \w+ horas|uso continuo)\b/
/** Who lives or works with the patient and has it too. */
const contact =
  /\b(irma|irmao|irmaos|marido|esposa|mulher|filh[oa]s?|namorad[oa]|colegas?|amig[oa]s?|crianca|criancas|vizinh\w+|famil\w+|casa|trabalho|escola)\b.*\b(gripad\w+|resfriad\w+|doentes?|vomitando|pass(ou|aram) mal|mesm[oa]s? (coisa|sintomas?)|com (tosse|febre|diarreia|virose|catapora|covid))\b/
/** Whatever was asked: what was met, and what was tried for the complaint. */
export const tellsOfToday = (statement: string): boolean =>
  exposure.test(plain(statement)) ||
  contact.test(plain(statement)) ||
  (/\b(tomou|tentou|usou|passou)\b/.test(plain(statement)) &&
    /\b(ajudou|melhorou|adiantou|aliviou|dias atras|ontem|hoje)\b/.test(plain(statement)))

/** 'A mãe toma lítio', 'o pai foi internado': what is theirs. */
const ofKin =
  /^(a |o )?(minha |meu )?(mae|pai|irma|irmao|avo|tia|tio|prim[ao]) (ja )?(toma|tomava|usa|usava|tem|teve|tinha|trata|tratou|sofre|sofria|operou|morreu|faleceu|foi)\b/
const fate = /\b(foi internad[oa]|morreu|faleceu)\b/

/** Where a patient's statement belongs; undefined: nothing in it places it. */
export function sectionOfPatient(statement: string): CanonicalKey | undefined {
  const text = plain(statement)
  if (ofKin.test(text) && (drug.test(text) || illness.test(text) || disease.test(text) || fate.test(text))) return 'hf'
  if (
    /\b(medo|preocupad[oa]|receio|queria|gostaria) (de |que |com |um |uma |ser |fazer |tomar )/.test(text) ||
    /^(piora|melhora|desencadeia)\b/.test(text)
  )
    return symptom.test(text) || illness.test(text) || order.test(text) || /^(piora|melhora)/.test(text)
      ? 'hda'
      : undefined
  if (
    contact.test(text) ||
    exposure.test(text) ||
    (/\b(emagrec|engord)\w+|perd\w+ peso/.test(text) && recentWeight.test(text))
  )
    return 'hda'
  if (
    ancestors.test(text) &&
    !livesWith.test(text) &&
    (illness.test(text) || disease.test(text) || /\b(morr|falec|oper(ou|ada|ado))/.test(text)) &&
    (kinIllness.test(text) || !/\b(tenho|tive|sou|estou|sinto)\b/.test(text))
  )
    return 'hf'
  // 'Não é cólica como quando menstruo': what it is like, and no history.
  if (
    symptom.test(text) &&
    /\b(nao e|e|parece|como|igual|tipo)\b.*\b(quando|de) (\w+ ){0,2}(menstru\w+|gravid\w+)/.test(text)
  )
    return 'hda'
  if (/\b(nao (estava|foi)|estava) .*\b(correndo|andando|durante|exercicio|esforco)\b/.test(text)) return 'hda'
  if (/alerg(ia|ic[oa])s? (a|ao|aos|de|com|para)\b|\balergic/.test(text)) return 'hpp'
  if (
    /\b(pilula|anticoncepcion\w+|etinilestradiol|diu|implante|injecao (mensal|trimestral))\b/.test(text) &&
    !symptom.test(text)
  )
    return 'hpp'
  if (drug.test(text) && everyDay.test(text) && !/\b(ajud|adiant|alivi|melhor)\w*/.test(text)) return 'hpp'
  if (triedForThis.test(text) && !/todo dia|todos os dias|continu/.test(text)) return 'hda'
  if (/\bfum(o|a|ava|ou|ei|ando)\b|\bbeb(o|e|ia)\b(?! (muita |bastante |pouca )?agua)|cigarr|\bcreche\b/.test(text))
    return 'habitos'
  if (pastHistory.test(text) && !/\b(minha|a) dor\b/.test(text)) return 'hpp'
  if (drug.test(text) && /\b(tomo|toma|uso|usa|tomando)\b/.test(text)) return 'hpp'
  if (measure.test(text) && !/\b(casa|medi|farmacia)\b/.test(text)) return 'exame_fisico'
  if (habits.test(text) && !(symptom.test(text) && recent.test(text))) return 'habitos'
  if (symptom.test(text) || recent.test(text)) return 'hda'
  return undefined
}

const echo = /^(voce|o senhor|a senhora) (tambem )?(falou|disse|comentou|mencionou|contou)\b/
const reassurance =
  /\b(nada (de )?(perigoso|grave)|nao precisa se preocupar|nao se preocupe|pior cenario|nao e o caso|estou so (explicando|falando|dizendo)|so dizer|isso seria uma emergencia|que bom|(tem|ha|existe) (\w+ )?(tratamento|cura)[.]?$|fico feliz|vai ficar tudo bem|pode deixar|deixa comigo|obrigad[oa] por)\b/
/** 'Me chama se ele ficar sonolento', 'presta atenção: se der febre, ...' */
const alarm =
  /\b(chama|liga|ligue|chame|corre|corra|vem|venha|procura|procure|traga|traz|volta|volte)\b.*\bse\b|[:,] se \w+.*,/
/** 'Não pare por conta própria', 'Enxágue a boca': told to do or not to do, without naming the one who is told. */
const commanded =
  /^(e |mas |entao )*(nao (pode |deve |precisa )?)?(pare|use|deite|deita|coma|come|ande|faca|pegue|tome|deixe|deixa|enxague|durma|ponha|coloque|coloca|lave|lava|mude|muda|troque|tente|tenta|procure|procura|caminhe|levante|carregue|fume|beba|dirija|evite|evita|cuide|cuida|suspenda|observe|observa|traga|guarde|aplique|aplica|engravidar|largar|espere|espera|atualize|atualiza|fique|fica|diminua|reduza|reduz|aumente|corte|corta|prefira|repete|repita|anote|meca|pese|use|usa)\b/
const patientFirstPerson = /\b(eu )?(tive|tenho|sinto|tomo|sou|fiquei|estou com|comecei)\b/

/** How one lives: told to change, it is advice, whatever else it sounds like. */
const lifestyle =
  /\b((evit|reduz|diminu|larg|par|tent|nao|caminh|faz|faca|dormir|comer|bebe|levant|perder)\w*) (\w+ ){0,4}(cafe|jejum|horario|cigarro|fumar|sal|acucar|fritura\w*|caminhada\w*|exercicio\w*|atividade fisica|peso|cama|cabeceira|alcool|cerveja|dormir|sono|tela\w*|refeic\w+|agua|liquidos?)\b/
/** Of the call itself, or what only explains: nobody does anything by it. */
const ofTheCall =
  /\b(mand|envi|pass|coloc)\w* (\w+ ){0,3}(link|detalhes|informac\w+)( \w+){0,2}$|\b((fic\w+|continu\w+|est\w+) na linha|(meu|minha) colega|nesse pacote|no (seu )?prontuario|passari?a? (para o|pro) exame|resolver isso|mandar os pedidos|(vai|vao) chegar (ai )?(muito )?(em breve|logo|ja)|sei que (voce|o senhor|a senhora) esta)\b|^isso (precisaria|seria|e|deve|vai)\b(?!.*,)/
/** Words that only lead the talk. */
const attends =
  /^(sao )?(ess[ae]s coisas|isso) que faz|^(presta|preste) (bem )?atencao( (em uma coisa|nisso|nessa parte))?$|^deixa eu (ver|so|te|arrumar|anotar|terminar|perguntar|explicar)|\bse precisar (a gente )?(te )?ajud/
const alarmPlace =
  /\b(pronto.socorro|emergencia|hospital|samu|cento e noventa e dois|192|volt\w+|retorn\w+|ligu?\w*|procur\w+)\b/
/** Where what a doctor states belongs; undefined: it is no part of the record. */
export function sectionOfDoctor(statement: string): CanonicalKey | undefined {
  const text = plain(statement)
  const decided =
    drug.test(text) || dose.test(text) || /\b(samu|ambulancia|exames?|hospital|pronto.socorro|atestado)\b/.test(text)
  const named = hypothesis.test(text) && disease.test(text)
  if (
    (smallTalk.test(text) && !decided) ||
    (recap.test(text) && !named) ||
    attends.test(text) ||
    (ofTheCall.test(text) && !named && !drug.test(text) && !dose.test(text)) ||
    echo.test(text) ||
    (reassurance.test(text) && !named) ||
    words(text).length < 2
  )
    return undefined
  if (
    /^(pelo video|por telefone)/.test(text) ||
    (examManeuver.test(text) &&
      !/^(e |mas )?(se|caso|nao)\b(?! (voce |o senhor |a senhora )?(puder|consegu))/.test(text))
  )
    return undefined
  if (
    /^(e |estou |to |eu )*(vendo|vejo|notei|percebi|observo|reparei) (que|aqui|um|uma|o|a|os|as)\b/.test(text) &&
    !/\b(que voce (disse|falou)|historico|ficha|prontuario)\b/.test(text)
  )
    return 'exame_fisico'
  // Results of examinations and tests, read aloud.
  if (
    /^(o |a |os |as |no |na )?[\w ]{2,30} (e|veio|vieram|deu|deram|esta|estao|mostra|mostrou) .*\b(positiv\w+|negativ\w+|normal|normais|alterad\w+|alt[oa]s?|baix[oa]s?|suprimid\w+|aumentad\w+|diminuid\w+|elevad\w+)\b/.test(
      text,
    ) &&
    order.test(text) &&
    !dose.test(text) &&
    !/\b(vou|vamos|voce|senhora?|se)\b/.test(text)
  )
    return 'exame_fisico'
  if (
    /\b(exame (fisico|neurologico|cardiologico|clinico)|eletro\w*|raio.?x|hemograma|tomografia|ressonancia|ultrassom|resultado)\b.*\b(normal|normais|sem alterac\w+|alterad\w+|mostr\w+|deu|veio|vieram)\b/.test(
      text,
    ) &&
    !/\b(seria|pelo seu|vou|vamos|precisa|obrigatori\w+)\b/.test(text)
  )
    return 'exame_fisico'
  const prescribes =
    takeIt.test(text) ||
    /\b(aconselho|recomendo|sugiro|sugeriria|aconselharia) (a )?(fazer|tomar|usar|colher|pedir)\b/.test(text) ||
    /\b(vou|posso|vamos) (te |lhe )?(passar|pedir|receitar|prescrever)\b/.test(text)
  if (
    /^(mas |e |porque |no entanto,? |agora,? |presta atencao[:,]? |preste atencao[:,]? |atencao[:,]? |cuidado[:,]? )*(se|caso)\b/.test(
      text,
    )
  )
    return drug.test(text) && prescribes && !alarmPlace.test(text)
      ? 'conduta'
      : returnOrAlarm.test(text) || advice.test(text) || symptom.test(text) || /\b(pior|melhor)/.test(text)
        ? 'orientacoes'
        : words(text).length >= 7 && !/^se (voce|o senhor|a senhora|a gente) (quis|pref|lembr|pud)/.test(text)
          ? 'orientacoes'
          : undefined
  if (/^(entao )?(e )?uma? (inflamacao|infeccao|doenca|problema|alteracao) (de|do|da|no|na)\b/.test(text))
    return 'hipotese'
  if (nextVisit.test(text)) return 'orientacoes'
  if (measure.test(text) || (examination.test(text) && !order.test(text) && !disease.test(text))) return 'exame_fisico'
  if (
    lifestyle.test(text) &&
    !drug.test(text) &&
    !/\b(comprimidos?|miligramas?|gotas|mg|ml)\b/.test(text) &&
    !order.test(text)
  )
    return 'orientacoes'
  if (prescribes && (drug.test(text) || dose.test(text) || order.test(text))) return 'conduta'
  if (hypothesis.test(text) && disease.test(text) && !prescribes && !/\bexames?\b/.test(text)) return 'hipotese'
  if ((mayBring.test(text) && !drug.test(text) && !dose.test(text)) || (alarm.test(text) && !order.test(text)))
    return 'orientacoes'
  if (/^(mas |e )?(volt(a|e|ar) (em|daqui|com|aqui)|retorn)/.test(text)) return 'orientacoes'
  if (returnOrAlarm.test(text) && !/\b(exame|teste|ambulancia|urgencia)\b/.test(text)) return 'orientacoes'
  if (order.test(text) || drug.test(text) || dose.test(text)) return 'conduta'
  if (advice.test(text) || returnOrAlarm.test(text)) return 'orientacoes'
  if (hypothesis.test(text) && disease.test(text)) return 'hipotese'
  if ((commanded.test(text) || isOrder(statement)) && words(text).length >= 3) return 'orientacoes'
  const addressed = /\b(voce|senhor|senhora|seu|sua|a gente|eu|se|pode|vai|quando|porque|para)\b/.test(text)
  if (!addressed && bodyPart.test(text) && finding.test(text) && words(text).length <= 24) return 'exame_fisico'
  return undefined
}

/** A line nobody's voice is known for: said by the patient, unless it reads like a doctor's finding or order. */
export function sectionOfUnknown(statement: string): { section: CanonicalKey | undefined; by: 'doctor' | 'patient' } {
  const text = plain(statement)
  const patient = sectionOfPatient(statement)
  if (patientFirstPerson.test(text)) return { section: patient, by: 'patient' }
  const doctor = sectionOfDoctor(statement)
  if (
    doctor &&
    (measure.test(text) ||
      takeIt.test(text) ||
      doctor === 'orientacoes' ||
      doctor === 'hipotese' ||
      doctor === 'conduta')
  )
    return { section: doctor, by: 'doctor' }
  return { section: patient, by: 'patient' }
}
