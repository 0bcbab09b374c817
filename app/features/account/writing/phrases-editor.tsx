import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Problems } from '#app/lib/use-fields.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Textarea, TextField } from '#app/ui/form.tsx'
import {
  FIXED_TEXT_MAX,
  type PreferredWord,
  SHORTCUT_NAME_MAX,
  SHORTCUTS_MAX,
  type Shortcut,
  WORD_MAX,
  WORDS_MAX,
} from '#domain/record/writing/writing.ts'

type PartProps = { id: string; title: string; detail: string; children: ReactNode }

export const WritingPart = ({ id, title, detail, children }: PartProps) => (
  <section aria-labelledby={id}>
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <div>
        <h2 id={id} className="text-md leading-snug font-heavy">
          {title}
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">{detail}</p>
      </div>
      {children}
    </Card>
  </section>
)

type ListProps<T> = {
  items: readonly T[]
  max: number
  empty: T
  addLabel: string
  removeLabel: (item: T, at: number) => string
  onChange: (items: T[]) => void
  row: (item: T, at: number, change: (next: Partial<T>) => void) => ReactNode
}

/** Rows that can be changed, removed and added. */
function Rows<T extends object>({ items, max, empty, addLabel, removeLabel, onChange, row }: ListProps<T>) {
  return (
    <>
      {items.length > 0 && (
        <ul className="flex flex-col gap-3">
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
            <li key={at} className="flex items-start gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
              <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 sm:grid-cols-4-8">
                {row(item, at, (next) =>
                  onChange(items.map((one, place) => (place === at ? { ...one, ...next } : one))),
                )}
              </div>
              <IconButton
                className="mt-6"
                label={removeLabel(item, at)}
                onClick={() => onChange(items.filter((_, place) => place !== at))}
              >
                <Trash2 aria-hidden className="size-4.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={items.length >= max}
        onClick={() => onChange([...items, empty])}
      >
        {addLabel}
      </Button>
    </>
  )
}

type ShortcutsProps = { shortcuts: readonly Shortcut[]; problems: Problems; onChange: (shortcuts: Shortcut[]) => void }

export const Shortcuts = ({ shortcuts, problems, onChange }: ShortcutsProps) => (
  <WritingPart
    id="atalhos"
    title="Frases por atalho"
    detail="Digite ponto e vírgula, o nome e um espaço, como ;exneuro, numa seção do registro ou em “Escrever fala”: a frase entra no lugar. É texto seu, sem prova na transcrição."
  >
    <Rows
      items={shortcuts}
      max={SHORTCUTS_MAX}
      empty={{ name: '', text: '' }}
      addLabel="Acrescentar atalho"
      removeLabel={({ name }, at) => `Remover o atalho ${name || at + 1}`}
      onChange={onChange}
      row={({ name, text }, at, change) => (
        <>
          <TextField
            label={`Atalho ${at + 1}`}
            name={`shortcuts.${at}.name`}
            value={name}
            error={problems[`shortcuts.${at}.name`]}
            onChange={({ target }) => change({ name: target.value.replace(/^;/, '') })}
            maxLength={SHORTCUT_NAME_MAX + 1}
            placeholder="exneuro"
            autoCapitalize="none"
            autoComplete="off"
          />
          <Field label={`Frase do atalho ${name || at + 1}`} error={problems[`shortcuts.${at}.text`]}>
            <Textarea
              name={`shortcuts.${at}.text`}
              rows={2}
              maxLength={FIXED_TEXT_MAX}
              value={text}
              onChange={({ target }) => change({ text: target.value })}
            />
          </Field>
        </>
      )}
    />
  </WritingPart>
)

type WordsProps = { words: readonly PreferredWord[]; problems: Problems; onChange: (words: PreferredWord[]) => void }

export const PreferredWords = ({ words, problems, onChange }: WordsProps) => (
  <WritingPart
    id="palavras"
    title="Palavras que prefiro"
    detail="Vale para as frases que o Relato escreve. A frase guarda a prova; se a troca mudar o que foi dito, a frase fica como era. Números, doses, negações e falas entre aspas nunca são trocados."
  >
    <Rows
      items={words}
      max={WORDS_MAX}
      empty={{ from: '', to: '' }}
      addLabel="Acrescentar palavra"
      removeLabel={({ from }, at) => `Remover a palavra ${from || at + 1}`}
      onChange={onChange}
      row={({ from, to }, at, change) => (
        <>
          <TextField
            label={`Em vez de (${at + 1})`}
            name={`words.${at}.from`}
            value={from}
            error={problems[`words.${at}.from`]}
            onChange={({ target }) => change({ from: target.value })}
            maxLength={WORD_MAX}
            autoComplete="off"
          />
          <TextField
            label={`Escrever (${at + 1})`}
            name={`words.${at}.to`}
            value={to}
            error={problems[`words.${at}.to`]}
            onChange={({ target }) => change({ to: target.value })}
            maxLength={WORD_MAX}
            autoComplete="off"
          />
        </>
      )}
    />
  </WritingPart>
)

type OmittedProps = { omitted: readonly string[]; problems: Problems; onChange: (omitted: string[]) => void }

export const OmittedWords = ({ omitted, problems, onChange }: OmittedProps) => (
  <WritingPart
    id="sem-palavras"
    title="Palavras que não quero"
    detail="O Relato não as escreve. Só valem palavras que não dizem nada do paciente, como “ao exame físico” ou “paciente refere que”; se a frase perder algo, fica como era."
  >
    <Rows
      items={omitted.map((text) => ({ text }))}
      max={WORDS_MAX}
      empty={{ text: '' }}
      addLabel="Tirar palavras"
      removeLabel={({ text }, at) => `Voltar a escrever ${text || at + 1}`}
      onChange={(items) => onChange(items.map(({ text }) => text))}
      row={({ text }, at, change) => (
        <TextField
          label={`Não escrever (${at + 1})`}
          name={`omitted.${at}`}
          className="sm:col-span-full"
          value={text}
          error={problems[`omitted.${at}`]}
          onChange={({ target }) => change({ text: target.value })}
          maxLength={WORD_MAX}
          autoComplete="off"
        />
      )}
    />
  </WritingPart>
)
