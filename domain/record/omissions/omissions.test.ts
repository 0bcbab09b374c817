import { expect, test } from 'vitest'
import { cough, motherTells, read, smallTalkOnly } from '#tests/testkit/consultations.ts'
import { structureByRules } from '../note/structure.ts'
import type { DraftSection } from '../proof/draft.ts'
import { editSection, type Grounds, insertSentence, proveRecord } from '../proof/prove.ts'
import type { Section } from '../record.ts'
import { type Offer, omissionsOf } from './omissions.ts'

let made = 0
const newId = () => `s${++made}`
const grounds = (entries: Grounds['entries']): Grounds => ({ entries, context: '', specialty: 'general' })
const prove = (entries: Grounds['entries'], draft: readonly DraftSection[]) =>
  proveRecord(grounds(entries), draft, newId)
const without = (draft: readonly DraftSection[], pattern: RegExp): DraftSection[] =>
  draft.map((part) => ({ ...part, sentences: part.sentences.filter((sentence) => !pattern.test(sentence.text)) }))
const lines = (omission: { evidence: readonly { id: string }[] }) => omission.evidence.map((line) => line.id)

/** In order of the sections; one answer may make a sentence or two. */
const placed = (omissions: readonly { kind: string; section: string }[]) => [
  ...new Set(omissions.map(({ kind, section }) => `${kind} ${section}`)),
]

/** As a language model writes: other words than spoken, several answers in one sentence. */
const section = (key: string, ...sentences: [text: string, ...lines: number[]][]): DraftSection => ({
  key,
  sentences: sentences.map(([text, ...at]) => ({ text, evidence: at.map((line) => `e${line}`) })),
})
const modelled = [
  section('queixa_principal', ['Tosse produtiva há três semanas.', 2, 4]),
  section(
    'hda',
    ['Tosse com expectoração amarelada, com piora noturna.', 4],
    ['Febre de 38,5 °C nos primeiros dias, resolvida.', 6],
    ['Dispneia aos esforços. Nega dor torácica, náusea e vômitos.', 8, 10, 12],
  ),
  section(
    'hpp',
    ['Hipertensa, em uso de losartana 50 mg pela manhã. Nega diabetes.', 14],
    ['Colecistectomia em 2015.', 16],
    ['Alergia a penicilina.', 18],
  ),
  section('hf', ['Pai falecido por enfisema; irmã com asma.', 20]),
  section('habitos', ['Nega tabagismo. Etilismo social.', 22, 24]),
  section(
    'exame_fisico',
    ['PA 140/90 mmHg, SatO2 96%.', 26],
    ['Roncos em base direita; orofaringe sem alterações.', 27],
  ),
  section('hipotese', ['Bronquite; afastar pneumonia.', 28]),
  section(
    'conduta',
    ['Solicitados radiografia de tórax e hemograma.', 29],
    ['Azitromicina 500 mg/dia por 5 dias.', 30],
  ),
  section('orientacoes', ['Hidratação; retorno em 7 dias com exames; sinais de alerta orientados.', 32, 33]),
]

test('[SF8] a prescription that the note lacks warns of the allergy already in the list', () => {
  const talk = [
    ['patient', 'Estou com dor de garganta há três dias.'],
    ['patient', 'Sou alérgica a penicilina.'],
    ['doctor', 'Vou prescrever amoxicilina 500 mg de 8 em 8 horas por sete dias.'],
  ] as const
  const entries = talk.map(([speaker, text], index) => ({ id: `e${index + 1}`, speaker, text }))
  const draft = [section('hda', ['Odinofagia há três dias.', 1]), section('alergias', ['Alergia a penicilina.', 2])]
  const [missing] = prove(entries, draft).omissions.filter(({ section }) => section === 'conduta')
  expect(missing?.text).toMatch(/amoxicilina/i)
  expect(missing?.flags?.map(({ kind }) => kind)).toEqual(['allergy'])
})

test('an allergy, a drug or a test that a record drops is offered with its lines, the allergy first', () => {
  const [allergy, ...others] = prove(cough, without(modelled, /penicilina/)).omissions
  expect(others.every(({ kind }) => kind !== 'allergy')).toBe(true)
  expect(allergy).toMatchObject({
    kind: 'allergy',
    section: 'alergias',
    text: expect.stringMatching(/^Alergia a penicilina/),
  })
  expect(allergy && lines(allergy)).toEqual(['e17', 'e18'])

  const several = prove(cough, without(modelled, /penicilina|Azitromicina|enfisema|Colecist/)).omissions
  expect(placed(several).slice(0, 2)).toEqual(['allergy alergias', 'plan conduta'])
  expect(placed(several)).toEqual(expect.arrayContaining(['history hpp', 'family hf']))
  expect(several[1]?.text).toMatch(/azitromicina 500 mg/i)
  for (const { evidence, id } of several) {
    expect(evidence.every((line) => /^[0-9a-f]{16}$/.test(line.hash))).toBe(true)
    expect(id.length).toBeLessThanOrEqual(100)
  }
  // Made again from the same lines, they have the same ids.
  expect(prove(cough, without(modelled, /penicilina|Azitromicina|enfisema|Colecist/)).omissions).toEqual(several)
})

test('what a line is cited for does not hide the allergy or the drug it also tells', () => {
  const entries = read(`
    M: O senhor tem algum problema de saúde?
    P: Tenho diabetes e tomo metformina de oitocentos e cinquenta duas vezes por dia.
    M: Alergia a algum remédio?
    P: Sou alérgico a dipirona, fico todo inchado, já parei no hospital por isso.
    M: E o que o senhor está sentindo?
    P: Estou com dor de garganta há dois dias.`)
  const draft = [
    section('queixa_principal', ['Odinofagia há dois dias.', 6]),
    section('hpp', ['Diabético.', 2], ['Internação prévia.', 4]),
  ]
  const { omissions } = prove(entries, draft)
  expect(omissions.map((item) => item.kind).slice(0, 2)).toEqual(['allergy', 'medication'])
  expect(omissions.map((item) => item.text).join(' ')).toMatch(/dipirona.*metformina/i)
  expect(omissions.map((item) => lines(item).at(-1)).slice(0, 2)).toEqual(['e4', 'e2'])
})

test('half a line that is cited does not hide its other half: an examination, a diagnosis, a drug', () => {
  const entries = read(`
    M: O que aconteceu com o Caio, mãe?
    P: Ele está com febre e puxando a orelha desde ontem.
    M: Onze quilos e oitocentos, oitenta e cinco centímetros. Temperatura trinta e oito e meio. Barriga molinha.
    M: Trata-se de otite média aguda. Vou passar amoxicilina, cinco ml de doze em doze horas. Dipirona se tiver febre.
    M: Quero que sua irmã fique com os remédios.`)
  const current = [
    section('queixa_principal', ['Febre e otalgia desde ontem.', 2]),
    section('exame_fisico', ['Temperatura trinta e oito e meio.', 3]),
    section('conduta', ['Prescrita amoxicilina 5 ml de 12/12 h.', 4]),
  ]
  const modelled = proveRecord({ entries, context: '', specialty: 'pediatrics' }, current, newId).omissions
  expect(modelled.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(plan|guidance): .*dipirona/i),
      expect.stringMatching(/otite média aguda/i),
      expect.stringMatching(/^examination: .*(abdome flácido|barriga molinha)/i),
    ]),
  )
})

test('the draft of the rules leaves only what it held back to offer, and small talk nothing', () => {
  for (const entries of [cough, motherTells]) {
    const { sections, held } = structureByRules({ entries, specialty: 'general' })
    const heldBack = held.flatMap(({ sentences }) => sentences.map(({ text }) => text))
    for (const { text } of prove(entries, sections).omissions) expect(heldBack).toContain(text)
  }
  // Spoken twice, recorded once.
  const twice = read(`
    M: Na família, alguém com alguma doença?
    P: Minha irmã tem lúpus.
    M: E o que a senhora está sentindo?
    P: Umas manchas no rosto. Minha irmã tem lúpus, eu fico com medo.`)
  const once = [section('hf', ['Irmã com lúpus.', 1, 2]), section('queixa_principal', ['Manchas na face.', 3])]
  expect(prove(twice, once).omissions).toEqual([])
  expect(prove(smallTalkOnly, []).omissions).toEqual([])
  const chat = read(`
    M: Bom dia! E o trânsito, pegou muito?
    P: Nossa, peguei, doutora, quase perdi a hora.
    M: E a família, tudo bem? Seu filho passou na faculdade?
    P: Passou, graças a Deus, vai morar em Campinas.`)
  expect(prove(chat, []).omissions).toEqual([])
})

test('an omission that was inserted, or typed in other words, is not offered again', () => {
  const { sections, omissions, offers } = prove(cough, without(modelled, /penicilina|enfisema/))
  const [allergy, ...others] = omissions
  expect(allergy?.kind).toBe('allergy')
  const family = others.filter(({ kind }) => kind === 'family')
  expect(family).not.toEqual([])
  const change = (key: string, make: (section: Section) => Section) =>
    sections.map((section) => (section.key === key ? make(section) : section))
  const inserted = change('hpp', (section) =>
    insertSentence(grounds(cough), section, {
      text: allergy?.text ?? '',
      evidence: allergy ? lines(allergy) : [],
    }),
  )
  const afterwards = omissionsOf(grounds(cough), inserted, offers)
  expect(afterwards.some(({ kind }) => kind === 'allergy')).toBe(false)
  expect(afterwards).toEqual(expect.arrayContaining(family))
  const typed = change('hf', (section) =>
    editSection(grounds(cough), section, 'Pai com enfisema (falecido). Irmã asmática.'),
  )
  const remaining = omissionsOf(grounds(cough), typed, offers)
  expect(remaining.some(({ kind }) => kind === 'family')).toBe(false)
  expect(remaining[0]).toEqual(allergy)
  // Dismissed, it does not come back in other words.
  const offer = offers.find(({ id }) => id === allergy?.id) as Offer
  const again = [
    { ...offer, dismissed: true },
    { ...offer, id: 'again', text: 'Paciente alérgico a penicilina.' },
  ]
  expect(omissionsOf(grounds(cough), sections, again)).toEqual([])
})

test('a sentence that is taken out of the record is offered again, and only lines of what stands are cited', () => {
  const { sections, omissions, offers } = prove(
    cough,
    structureByRules({ entries: cough, specialty: 'general' }).sections,
  )
  const before = new Set(omissions.map(({ id }) => id))
  const sectionsWithout = (pattern: RegExp) =>
    sections.map((section) => {
      const remaining = section.sentences.filter(({ text }) => !pattern.test(text))
      return editSection(grounds(cough), section, remaining.map(({ text }) => text).join(' '))
    })
  const offered = (pattern: RegExp) =>
    omissionsOf(grounds(cough), sectionsWithout(pattern), offers).filter(({ id }) => !before.has(id))
  expect(placed(offered(/penicilina|empolad|azitromicina|vesícula|colecist/i))).toEqual(
    expect.arrayContaining(['allergy alergias', 'plan conduta', 'history hpp']),
  )
  expect(placed(offered(/PA |SpO2|roncos/i))).toEqual(['examination exame_fisico'])
  expect(placed(offered(/enfisema|DPOC/i))).toEqual(['family hf'])
  // The same words with another dose do not cover it.
  const raised = sections.map((section) =>
    section.key === 'conduta'
      ? editSection(grounds(cough), section, section.content.replace('500 mg', '250 mg'))
      : section,
  )
  expect(omissionsOf(grounds(cough), raised, offers).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/azitromicina 500 mg/i),
  )
})

test('a life at risk, an allergy nobody calls so, a drug, an operation: what a record leaves out is offered first', () => {
  const missing = (entries: Grounds['entries'], specialty: Grounds['specialty'], draft: DraftSection[] = []) =>
    proveRecord({ entries, context: '', specialty }, draft, newId).omissions.map(
      ({ kind, section, evidence }) => `${kind} ${section} ${evidence.at(-1)?.id}`,
    )
  const sad = read(`
    M: O que te traz aqui?
    P: Faz quatro meses que eu ando triste, choro por tudo.
    M: Já pensou em morrer?
    P: Às vezes penso que era melhor não acordar.
    M: Usa algum remédio?
    P: Tomo sertralina cinquenta miligramas de manhã.
    M: Cirurgia?
    P: Tirei a vesícula em dois mil e dezoito.
    M: Bebe ou fuma?
    P: Um maço de cigarro por dia.
    M: Vamos subir a sertralina para cem miligramas.
    M: Se a ideia voltar, liga para o CVV, cento e oitenta e oito, e para a sua irmã.
    M: E seu marido tira a arma de casa hoje.`)
  const history = section('hda', ['Tristeza e choro há quatro meses.', 2])
  const drug = section('historia_psiquiatrica', ['Em uso de sertralina 50 mg/dia.', 6])
  const found = missing(sad, 'psychiatry', [history, drug])
  for (const line of ['e4', 'e12', 'e13']) expect(found.slice(0, 5).some((one) => one.endsWith(line))).toBe(true)
  // The new dose is not the old one.
  expect(found).toEqual(expect.arrayContaining(['plan conduta e11', 'history hpp e8', 'habit habitos e10']))
  const whole = [
    history,
    drug,
    section('avaliacao_risco', ['Ideação suicida passiva, sem plano.', 4]),
    section('hpp', ['Colecistectomia em 2018.', 8]),
    section('habitos', ['Tabagista, um maço/dia.', 10]),
    section('conduta', ['Sertralina aumentada para 100 mg/dia.', 11]),
    section('orientacoes', ['Plano de segurança: CVV 188 e irmã; retirar arma de casa.', 12, 13]),
  ]
  // A second wording of the safety plan may be offered; nothing else is.
  expect(missing(sad, 'psychiatry', whole).filter((one) => !one.endsWith('e12'))).toEqual([])

  const chest = read(`
    M: O que aconteceu, seu Antônio?
    P: Uma dor no peito desde as seis da manhã, indo para o braço esquerdo.
    M: Já operou alguma coisa?
    P: Coloquei dois stents em dois mil e dezenove.
    M: Alergia?
    P: Passei mal com contraste, empolei todo, fechou a garganta.
    M: Usou alguma coisa ontem?
    P: Tomei sildenafila ontem à noite.
    P: Meu pai morreu de infarto com quarenta e oito.
    M: Isso é um infarto.
    M: Aciona a hemodinâmica. Sobe para a UTI depois.`)
  const arrived = [
    section('motivo_atendimento', ['Dor torácica irradiada para o braço esquerdo desde as 6h.', 2]),
    section('hipotese', ['Infarto agudo do miocárdio.', 10]),
  ]
  const arrival = missing(chest, 'emergency', arrived)
  expect(arrival[0]).toBe('allergy alergias e6')
  for (const line of ['e8', 'e11', 'e4', 'e9']) expect(arrival.some((one) => one.endsWith(line))).toBe(true)

  const fit = read(`
    M: Oi, mãe, o que houve com o Davi?
    P: Ele está com febre desde sábado, trinta e nove e meio.
    M: Teve convulsão?
    P: Ontem ele revirou o olho e se debateu, durou dois minutos.
    M: Nasceu de quantas semanas?
    P: Prematuro, trinta e duas semanas.
    M: Alguém da família tem convulsão?
    P: O pai tinha convulsão de febre.
    M: É uma convulsão febril.
    M: Amoxicilina, quatro ml de doze em doze horas, por dez dias.`)
  const febrile = [
    section('queixa_principal', ['Febre de 39,5 °C desde sábado.', 2]),
    section('hda', ['Crise convulsiva de dois minutos ontem.', 4]),
    section('hipotese', ['Convulsão febril.', 9]),
  ]
  // The birth may be offered in two wordings, each in a section of its own.
  const offers = missing(fit, 'pediatrics', febrile)
  expect([...new Set(offers.map((one) => one.split(' ').at(-1)))]).toEqual(['e10', 'e6', 'e8'])
  expect(offers).toEqual(expect.arrayContaining(['plan conduta e10', 'history gestacao_parto e6', 'family hf e8']))
})

test('what answers a question for allergies is offered as one, though the line is taken for the doctor’s', () => {
  const entries = read(`
    M: O que a senhora está sentindo?
    P: Dor de garganta há dois dias.
    M: E alergia a algum medicamento?
    M: Azitromicina. Eu tomei na pandemia e fiquei toda empipocada, e inchou o lábio. E látex, da luva.
    M: Vou passar dipirona.
    M: Tem alergia a alguma outra coisa?
    P: Não, que eu saiba não.`)
  const draft = [section('queixa_principal', ['Odinofagia há dois dias.', 2]), section('conduta', ['Dipirona.', 5])]
  const { omissions } = prove(entries, draft)
  const allergies = omissions.filter(({ kind }) => kind === 'allergy')
  expect(allergies.map(({ text }) => text).join(' ')).toMatch(/azitromicina/i)
  expect(allergies.map(({ text }) => text).join(' ')).toMatch(/látex/)
  expect(allergies.every((one) => one.section === 'alergias' && lines(one).at(-1) === 'e4')).toBe(true)
})

test('a reaction without the word allergy is offered as an allergy, but not a relative’s', () => {
  const missing = (dialogue: string, ...draft: DraftSection[]) =>
    prove(read(dialogue), draft).omissions.map(({ kind, text }) => `${kind}: ${text}`)
  const contrast = `
    M: Alergia a algum medicamento?
    P: Só iodo, aquele contraste, uma vez inchei todo na tomografia.
    M: O que o senhor está sentindo?
    P: Dor no joelho há dois dias.`
  const knee = section('queixa_principal', ['Gonalgia há dois dias.', 4])
  expect(missing(contrast, knee)[0]).toMatch(/^allergy: .*iod/)
  const fever = `
    M: O que houve com ele?
    P: Febre desde ontem.
    M: Deu algum remédio?
    P: Ibuprofeno eu não dou porque ele empolou todo uma vez. Minha filha empolou com dipirona.`
  const found = missing(fever, section('queixa_principal', ['Febre desde ontem.', 2]))
  expect(found[0]).toMatch(/^allergy: .*[Ii]buprofeno/)
  expect(found.slice(1).join(' ')).not.toMatch(/allergy/)
})
