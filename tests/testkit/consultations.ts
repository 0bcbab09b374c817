import type { SpokenLine } from '#domain/dialogue/dialogue.ts'

/** Written consultations: 'M:' doctor, 'P:' patient, no prefix: unknown speaker. All people are invented. */
export const read = (dialogue: string): SpokenLine[] =>
  dialogue
    .trim()
    .split('\n')
    .map((row, index): SpokenLine => {
      const [, mark, text] = row.trim().match(/^(?:([MP]): )?(.*)$/) ?? []
      return {
        id: `e${index + 1}`,
        text: text ?? '',
        speaker: mark === 'M' ? 'doctor' : mark === 'P' ? 'patient' : undefined,
      }
    })

export const cough = read(`
M: Bom dia, dona Marlene, tudo bem? Pode sentar. O que traz a senhora aqui hoje?
P: Bom dia, doutora. Ai, eu tô com uma tosse que não passa, já tem umas três semanas.
M: Tosse seca ou com catarro?
P: Com catarro, meio amarelado. E piora de noite.
M: Teve febre?
P: Tive nos primeiros dias, trinta e oito e meio, mas depois passou.
M: Sente falta de ar?
P: Só quando subo a ladeira lá de casa.
M: Dor no peito?
P: Não.
M: Enjoo, vômito?
P: Não, nada.
M: E a senhora tem algum problema de saúde? Pressão alta, diabetes?
P: Tenho, é, tenho pressão alta, mas diabetes não. Tomo losartana cinquenta miligramas de manhã.
M: Já fez alguma cirurgia?
P: Tirei a vesícula em dois mil e quinze.
M: Alergia a algum remédio?
P: Alergia a penicilina. Quando tomei fiquei toda empolada.
M: Na família, alguém com problema de pulmão ou coração?
P: Meu pai morreu de enfisema. Minha irmã tem asma.
M: E a senhora fuma?
P: Não, não fumo.
M: Bebe?
P: Só no Natal, uma taça de vinho.
M: Vou examinar a senhora, tá? Respira fundo.
M: A pressão está cento e quarenta por noventa. Saturação noventa e seis por cento.
M: Na ausculta tem uns roncos na base direita. Garganta sem alterações.
M: Olha, dona Marlene, eu acho que a senhora está com uma bronquite, mas precisamos afastar pneumonia.
M: Vou pedir um raio X de tórax e um hemograma.
M: Vou passar azitromicina quinhentos miligramas, um comprimido por dia, por cinco dias.
P: Tá.
M: Beba bastante água e evite friagem. Se tiver falta de ar em repouso ou a febre voltar, procure o pronto-socorro.
M: Volte em sete dias com os exames.
P: Tá bom, obrigada, doutora.
M: Melhoras.`)

/** Answers that turn the question round: each was once taken for its opposite. */
export const turns = read(`
M: O que o senhor está sentindo?
P: Tô com uma dor no peito quando eu faço esforço, começou tem uns dois meses.
M: O senhor não tem falta de ar, não?
P: Tenho sim, quando subo escada.
M: Palpitação?
P: Tenho não.
M: Febre?
P: Não, agora não, mas senti uma febre na semana passada.
M: Não desmaiou, né?
P: Sim.
M: Sangramento?
P: Ah. É, isso.
M: O senhor tem alguma alergia?
P: Tenho, a dipirona não, mas sou alérgico a ibuprofeno.
M: Seu pai ou sua mãe tiveram problema de coração?
P: Minha mãe é diabética.
M: Alguém na família com enxaqueca?
P: Minha avó.
M: As vacinas estão em dia?
P: Estão.
M: Isso me parece uma angina, seu Antônio.
M: Volta em duas semanas com os exames.
M: E não tem tosse, né?
P: Tenho, tenho tosse sim.`)

/** As a recogniser without punctuation or voices gives it. */
export const bareLines = read(`
o que a senhora está sentindo
estou com dor de cabeça há três dias
não tive febre mas fiquei enjoada
tenho pressão alta e tomo losartana todo dia
tem alergia a algum remédio
sim sou alérgica a dipirona
minha mãe teve infarto
não fumo e bebo cerveja no fim de semana
a pressão está em quatorze por nove
parece ser enxaqueca
vou pedir um hemograma
tome paracetamol de oito em oito horas
volte em uma semana se não melhorar`)

export const knee = read(`
M: Boa tarde, o que houve com esse joelho?
P: Eu torci jogando bola no sábado, ouvi um estalo.
M: Inchou na hora?
P: Inchou bastante, e eu, eu não consegui pisar.
M: Dói de que lado?
P: Do lado de dentro.
M: Já machucou esse joelho antes?
P: Já, operei o menisco do joelho esquerdo em dois mil e dezoito.
M: Sem febre, né?
P: Isso, sem febre.
M: Gaveta anterior positiva. Dor na linha medial.
M: Parece uma lesão do ligamento cruzado. Vamos fazer uma ressonância.
M: Retorno com o resultado da ressonância.`)

export const smallTalkOnly = read(`
P: oi tudo bem
M: tudo e você
P: que calor né
M: nossa demais
P: vi o jogo ontem
M: foi bom o jogo
P: foi ótimo ganhamos de dois a um`)

/** Short answers to questions with two halves, or that were put in the negative: none may be denied too much. */
export const halves = read(`
M: Boa tarde, seu Jonas. O que o senhor está sentindo?
P: Uma queimação na boca do estômago, faz uns vinte dias, principalmente depois do café.
M: E essa queimação, quando aparece?
P: De madrugada, umas duas vezes na semana.
M: Não tem febre?
P: Isso.
M: O senhor não vomitou sangue, né?
P: Isso, não vomitei.
M: Não emagreceu?
P: Sim.
M: Teve enjoo ou vômito?
P: Não. Enjoo eu sinto de manhã.
M: As fezes ficaram escuras?
P: Não sei, não reparo.
M: E a concentração, a memória?
P: Não consigo ler uma página.
M: Tosse?
P: Não medi direito, mas acho que pouca.
M: Pressão alta, diabetes, colesterol?
P: Não, só o colesterol.
M: O senhor fuma ou bebe?
P: Não fumo. Tomo uma cachaça antes do almoço.
M: Usa cocaína, maconha?
P: Não. Maconha eu fumei quando era jovem.
M: Tem alergia a algum remédio?
P: Ibuprofeno me dá falta de ar.
M: E alergia a algum alimento?
P: Não. Só a amendoim.
M: Alguém na família com problema de estômago?
P: Meu irmão operou de úlcera, mas eu nunca operei.
M: Vou medir a pressão. Deu cento e trinta e cinco por oitenta no braço esquerdo. Abdome flácido, com dor no epigástrio.
M: Minha impressão é de gastrite, pelo uso de anti-inflamatório.
M: Comece omeprazol vinte miligramas em jejum. E vou pedir uma endoscopia.
M: Diminua o café e evite comer tarde. Não tome anti-inflamatório por conta própria.
M: Se a dor passar de oito em dez ou se as fezes ficarem pretas, corra para a emergência.
M: A gente se vê daqui a quatro semanas, com a endoscopia na mão.
P: Combinado, doutora.`)

/** Somebody else speaks for the patient, and of themself as well. */
export const motherTells = read(`
M: Oi, mãe! O que aconteceu com a Lia?
P: Ela tá com dor de garganta desde ontem e não quer comer.
M: Teve febre, mãe?
P: Não medi, mas ela tava pelando de quente.
M: Tosse, vômito?
P: Nada. Só o nariz escorrendo.
M: Ela tem alergia?
P: Só a ovo.
M: Alguém em casa com asma?
P: O pai dela tem asma, eu tenho rinite.
M: Peso dezesseis quilos. Temperatura trinta e oito e dois. Garganta vermelha, com placas.
M: É uma amigdalite, mãe, de bactéria.
M: Ela vai tomar amoxicilina, sete ml de doze em doze horas por dez dias.
M: Traga ela de volta se não melhorar em dois dias.`)
