/** The warning of a record whose labels stand the wrong way round. Apart, so that a page needs no dialogue for it. */
export const SWAPPED = 'Os rótulos de Médico e Paciente parecem trocados; confira quem falou.'
