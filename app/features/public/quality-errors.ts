import { type ErrorKind, errorKinds, readFigures } from '#domain/quality/figures.ts'

/** For a reader: the kind of error, and an example of it. */
export const errorLabels: Record<ErrorKind, readonly [label: string, example: string]> = {
  negation: ['Negação trocada', '“não sente falta de ar” vira “refere dispneia”'],
  number: ['Número ou dose', '“cinquenta miligramas” vira “500 mg”'],
  drug: ['Medicamento trocado', 'um remédio no lugar de outro'],
  side: ['Lado trocado', '“joelho esquerdo” vira “joelho direito”'],
  person: ['Pessoa trocada', 'a doença da mãe é atribuída ao paciente'],
  time: ['Tempo trocado', '“já tomei” vira “em uso”'],
  certainty: ['Hipótese que virou certeza', '“pode ser” vira diagnóstico'],
  'condition-to-order': ['Condição que virou pedido', '“se piorar, tomografia” vira “solicitada tomografia”'],
  topic: ['Palavras certas, outro assunto', 'a resposta é ligada à pergunta errada'],
  invented: ['Dado que ninguém disse', 'um detalhe plausível, sem fala por trás'],
}

/** The kinds of error, the best caught first. */
export const errorBars = () => {
  const figures = readFigures()
  return errorKinds
    .map((kind) => ({ name: `caught-${kind}` as const, label: errorLabels[kind][0], note: errorLabels[kind][1] }))
    .sort((a, b) => figures[b.name].value - figures[a.name].value)
}
