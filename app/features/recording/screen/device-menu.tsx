import { Check, Mic } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Menu, MenuItem, MenuNote } from '#app/ui/menu.tsx'
import { Technical } from '#app/ui/technical.tsx'
import { deviceLabel, recorderFaults } from '#domain/recorder/microphone.ts'
import type { RecordingSession } from './session.ts'
import type { Snapshot } from './snapshot.ts'

/** Lists the microphones and marks the one in use. */
export function DeviceMenu({ session, snapshot }: { session: RecordingSession | null; snapshot: Snapshot }) {
  const { devices, device, deviceFault, localFailed } = snapshot
  if (!device && !deviceFault) return null
  const broken = snapshot.recorder.name === 'error' || deviceFault || localFailed
  return (
    <div className={broken ? 'border-t border-line pt-3' : 'border-t border-line pt-3 max-lg:hidden'}>
      {device && (
        <div className="flex items-center gap-2 text-sm text-ink-2">
          <Mic aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 flex-1 truncate font-medium">{deviceLabel(device)}</span>
          <Menu
            trigger={
              <Button variant="quiet" size="sm" aria-label="Trocar microfone" className="-mr-1.5">
                Trocar
              </Button>
            }
          >
            {devices.length === 0 && <MenuNote>Nenhum outro microfone</MenuNote>}
            {devices.map((one) => (
              <MenuItem key={one.deviceId} onClick={() => void session?.chooseDevice(one.deviceId)}>
                <Check
                  aria-hidden
                  className={one.deviceId === device.deviceId ? 'size-4 shrink-0' : 'invisible size-4 shrink-0'}
                />
                <span className="min-w-0 wrap-anywhere">{deviceLabel(one)}</span>
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
      {deviceFault && (
        <div role="alert" className="mt-1 text-rec">
          <p className="text-sm font-medium">{deviceFault.message}</p>
          <Technical text={deviceFault.technical} />
        </div>
      )}
      {localFailed && (
        <p role="status" className="mt-1 text-sm font-medium text-warn">
          {recorderFaults.local.message}
        </p>
      )}
    </div>
  )
}
