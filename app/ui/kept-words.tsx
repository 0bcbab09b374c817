import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { copyAndTell } from './copy-text.ts'
import { cx } from './cx.ts'

type Props = { text: string; copyLabel: string; tight?: boolean; children: ReactNode }

/** Words that are not saved, to read and to copy; `children` are further actions. */
export const KeptWords = ({ text, copyLabel, tight = false, children }: Props) => (
  <>
    <p
      className={cx(
        tight ? 'mt-1.5' : 'mt-2',
        'max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere',
      )}
    >
      {text.trim() || 'Vazio.'}
    </p>
    <div className="mt-2 flex flex-wrap gap-1.5">
      <Button size="sm" onClick={() => copyAndTell(text)}>
        {copyLabel}
      </Button>
      {children}
    </div>
  </>
)
