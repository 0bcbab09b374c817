import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab = {
  value: string
  label: ReactNode
  content: ReactNode
  /** Stays mounted while another panel is shown, so that typed text remains. */
  keep?: boolean
}

/** One panel at a time, chosen by its name. */
type Props = { tabs: Tab[]; label: string; value?: string; onChange?: (value: string) => void }
export function Tabs({ tabs, label, value, onChange }: Props) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      onValueChange={(next) => onChange?.(String(next))}
    >
      {/* The line is a shadow: a border under the names would let the list scroll by a pixel. */}
      <Base.List
        aria-label={label}
        className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--line)]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 pointer-coarse:h-11 border-b-2 border-transparent px-3 font-strong whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-accent"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted={tab.keep ?? false}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
