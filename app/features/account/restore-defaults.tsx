import { useState } from 'react'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { saveDefaultSettings } from './save-settings.ts'

export function RestoreDefaults() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Restaurar padrões</Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          saveDefaultSettings()
        }}
        title="Restaurar padrões?"
        confirmLabel="Restaurar"
      >
        Notificações, áudio, transcrição e interface voltam ao que eram no começo, neste aparelho. Perfil e senha não
        mudam.
      </Confirm>
    </>
  )
}
