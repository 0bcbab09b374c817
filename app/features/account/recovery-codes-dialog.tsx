import { useRef, useState } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'

type Props = { codes: readonly string[]; email: string; onClose: () => void }

/** These codes are shown only once: closing without saving them needs a confirmation. */
export function RecoveryCodesDialog({ codes, email, onClose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [taken, setTaken] = useState(false)
  const [warned, setWarned] = useState(false)
  const text = ['Códigos de recuperação do Relato', email, 'Cada código vale uma vez.', '', ...codes, ''].join('\n')

  async function copy() {
    if (!(await copyText(text))) return toast.error('Não foi possível copiar. Selecione os códigos e copie.')
    setTaken(true)
    toast.success('Códigos copiados')
  }
  function download() {
    saveFile('relato-codigos-de-recuperacao.txt', text)
    setTaken(true)
  }
  function closing() {
    if (taken || warned) onClose()
    else setWarned(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closing()}
      dismissible={false}
      initialFocus={list}
      title="Guarde os códigos de recuperação"
      description="Se você perder o celular, é com um deles que você entra. Cada um vale uma vez, e eles não aparecem de novo."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Códigos de recuperação"
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-s bg-sunken px-4 py-3 text-center font-mono text-base outline-none select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {warned && !taken && (
        <p role="alert" className="mt-3 font-medium text-warn">
          Guarde os códigos antes de fechar: copie, baixe ou anote em um lugar seguro.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copiar</Button>
        <Button onClick={download}>Baixar</Button>
        <Button variant="primary" className="ml-auto" onClick={onClose}>
          Guardei os códigos
        </Button>
      </div>
    </Dialog>
  )
}
