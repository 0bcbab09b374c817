import { localTimeWithZone } from '../local-time.ts'
import type { ManifestFile } from './files.ts'

type About = Pick<ManifestFile, 'kind' | 'asked_at' | 'volume' | 'last'> & { doctor: string; timeZone: string }

const isOnlyVolume = ({ volume, last }: About) => volume === 1 && last
const whole = (about: About) =>
  isOnlyVolume(about)
    ? 'Este arquivo está completo: não há outros volumes.'
    : `Este é o volume ${about.volume}${about.last ? ', o último' : '; há outros depois dele'}. Extraia todos na mesma pasta. Um paciente com muitas consultas pode continuar no volume seguinte: o que continua está na mesma pasta, em dados-2.json, com o número do volume.`

const inFirst = (about: About) => (isOnlyVolume(about) ? '' : '(no volume 1) ')
const account = (about: About) => [
  'perfil.json',
  `  ${inFirst(about)}Sua conta: nome, email, perfil profissional, configurações do aparelho em que a exportação foi pedida, formas de entrada, aparelhos conectados, assinatura, os emails que enviamos e as palavras que você corrigiu na transcrição. Senhas, chaves e códigos de acesso nunca são exportados.`,
  '',
  'acessos.json e acessos.csv',
  `  ${inFirst(about)}O registro de acessos: quem entrou na conta e o que foi aberto, alterado ou exportado. O .csv abre em qualquer planilha.`,
  '',
]

/** LEIA-ME.txt: what somebody needs to know who finds this in ten years. */
export const readme = (about: About): string =>
  `${[
    about.kind === 'full' ? 'RELATO: TODOS OS DADOS DE UM MÉDICO' : 'RELATO: TODOS OS DADOS DE UM PACIENTE',
    '',
    `Médico: ${about.doctor}`,
    `Dados como estavam em ${localTimeWithZone(about.asked_at, about.timeZone)}.`,
    '',
    'ATENÇÃO: este arquivo contém dados de saúde, protegidos por sigilo médico e pela LGPD. Guarde-o em lugar seguro, de preferência cifrado, e apague as cópias de que não precisa. Ele não tem senha.',
    '',
    whole(about),
    '',
    'O QUE HÁ AQUI',
    '',
    ...(about.kind === 'full' ? account(about) : []),
    'pacientes/nome-código/dados.json',
    '  O cadastro do paciente, as listas de alergias, medicamentos em uso e problemas, e as consultas dele com tudo o que guardamos: transcrição com horários e falantes, respostas ao aviso sobre IA e gravação com o texto que foi lido, registro com seções, frases e as falas que as comprovam, versões anteriores, assinatura, adendos e diagnósticos.',
    '',
    'pacientes/nome-código/consultas/data-código/transcricao.txt',
    '  A transcrição, para ler.',
    '',
    'pacientes/nome-código/consultas/data-código/registro.pdf',
    '  O registro como é impresso: assinado, ou marcado como rascunho. Falta onde não há registro. Onde não pôde ser impresso, manifesto.json diz por quê, em "missing", e o conteúdo está em dados.json.',
    '',
    'pacientes/nome-código/consultas/data-código/documento-número-assinado.pdf',
    '  Cada documento que você assinou digitalmente, como voltou: o arquivo assinado vale, a impressão dele não.',
    '',
    isOnlyVolume(about) ? 'manifesto.json' : 'manifesto.json (no volume 2, manifesto-2.json)',
    `  Todos os arquivos deste ${isOnlyVolume(about) ? 'ZIP' : 'volume'}, com tamanho e SHA-256, para conferir que nada mudou nem falta.`,
    '',
    'COMO AS PARTES SE LIGAM',
    '',
    'As pastas levam o começo do código (id) do paciente e da consulta. Em dados.json, cada frase do registro traz em "evidence" os códigos (id) das falas de "transcript" que a comprovam. "signature" traz quem assinou, quando, e o SHA-256 do texto exato que está em "signed_content". Cada adendo traz o seu próprio.',
    '',
    'Horários em .json são milissegundos desde 1970, em UTC; os da Stripe, segundos. "format_version" é o número deste formato.',
    '',
    'O QUE NÃO HÁ AQUI',
    '',
    'Áudio: o servidor o apaga ao fim de cada consulta; o que resta está cifrado no aparelho que gravou. A transcrição de uma consulta em andamento só entra depois de finalizada. As configurações de outros aparelhos estão neles.',
  ].join('\r\n')}\r\n`
