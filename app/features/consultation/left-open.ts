/** The state of a consultation that is not on the screen, and the label of its link. */
const leftOpenLabels = {
  running: { state: 'Consulta em Andamento', open: 'Retomar' },
  finishing: { state: 'Encerrando a consulta', open: 'Abrir' },
}
export const leftOpenLabel = (id: string, finishing: ReadonlySet<string>) =>
  leftOpenLabels[finishing.has(id) ? 'finishing' : 'running']

/** Returns the title and the promise of the question before another consultation starts. */
export function startOverWords(running: number, finishing: number): { title: string; promise: string } {
  if (running === 0)
    return {
      title: finishing > 1 ? `${finishing} consultas estão sendo encerradas` : 'Uma consulta está sendo encerrada',
      promise: 'o encerramento continua.',
    }
  if (finishing > 0)
    return {
      title: `Há ${running + finishing} consultas abertas`,
      promise: 'o que está em andamento pode ser retomado quando você quiser, e o encerramento continua.',
    }
  return running > 1
    ? {
        title: `Há ${running} consultas em andamento`,
        promise: 'elas continuam abertas e podem ser retomadas quando você quiser.',
      }
    : {
        title: 'Há uma consulta em andamento',
        promise: 'ela continua aberta e pode ser retomada quando você quiser.',
      }
}
