import type { MetaDescriptor } from 'react-router'

type Page = { title: string; description: string; path: string }

/** The head of a public page. */
export const pageMeta = ({ title, description }: Page): MetaDescriptor[] => [
  { title },
  { name: 'description', content: description },
]
