import { Badge, type Tone } from './badge.tsx'

export const Badges = ({ of }: { of: readonly { text: string; tone: Tone }[] }) =>
  of.map(({ text, tone }) => (
    <Badge key={text} tone={tone}>
      {text}
    </Badge>
  ))
