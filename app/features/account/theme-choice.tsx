import { useState } from 'react'
import { setTheme, type Theme, themeLabels, themes } from '#app/lib/theme.ts'
import { RadioGroup } from '#app/ui/radio-group.tsx'

const options = themes.map((value) => ({ value, title: themeLabels[value] }))

/** Applies at once and is kept on this device. */
export function ThemeChoice({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme)
  return (
    <RadioGroup
      label="Tema"
      options={options}
      value={chosen}
      columns={3}
      onChange={(next) => {
        setTheme(next)
        setChosen(next)
      }}
    />
  )
}
