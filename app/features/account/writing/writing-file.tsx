import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveFile } from '#app/lib/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { readWritingFile, WRITING_FILE_MAX, writingFile } from '#domain/record/writing/file.ts'
import { type OwnWriting, ownWriting } from '#domain/record/writing/writing.ts'
import { WritingPart } from './phrases-editor.tsx'

type Props = { writing: OwnWriting; onImport: (writing: OwnWriting) => void }

/** UTF-8 needs at most three bytes for each character that JavaScript counts. */
const BYTES_MAX = 3 * WRITING_FILE_MAX

export function WritingFile({ writing, onImport }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function bring(file: File | undefined) {
    if (!file) return
    const read = file.size > BYTES_MAX ? { problem: 'O arquivo é grande demais.' } : readWritingFile(await file.text())
    if ('problem' in read) return setProblem(read.problem)
    setProblem(null)
    onImport({ ...read.writing, changes: writing.changes })
    toast.success('Arquivo lido', { description: 'Confira a prévia e salve para valer.' })
  }
  function exportFile() {
    const parsed = ownWriting.safeParse(writing)
    if (!parsed.success) return setProblem('Corrija os campos antes de exportar.')
    setProblem(null)
    saveFile('meu-jeito-de-escrever.json', writingFile(parsed.data))
  }
  return (
    <WritingPart
      id="arquivo"
      title="Levar e trazer"
      detail="Tudo desta página num arquivo, para outra conta ou para um colega. Importar substitui o que está aqui, e só vale depois de salvar."
    >
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} onClick={exportFile}>
          Exportar arquivo
        </Button>
        <Button icon={Upload} onClick={() => input.current?.click()}>
          Importar arquivo
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Arquivo do jeito de escrever"
          accept="application/json,.json"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file may be chosen again after it was corrected.
            target.value = ''
            void bring(file)
          }}
        />
      </div>
      <FailureLine>{problem}</FailureLine>
    </WritingPart>
  )
}
