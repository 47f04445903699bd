import LinkRounded from '@mui/icons-material/LinkRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Fragment } from 'react'
import { Link as RouterLink } from 'react-router'
import { t } from '#web/i18n.ts'
import type { Block, Inline } from './guide'

/** The body of a guide. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a guide's blocks never change places
    <One key={index} block={block} />
  ))

const One = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case 'heading':
      return <Heading id={block.id} text={block.text} />
    case 'text':
      return (
        <Box component="p" sx={{ m: 0, mb: 1.5 }}>
          <Words inline={block.inline} />
        </Box>
      )
    case 'note':
      return (
        <Box
          component="aside"
          sx={{
            my: 2,
            px: 2,
            py: 1.5,
            borderLeft: 3,
            borderColor: 'secondary.main',
            borderRadius: '0 8px 8px 0',
            backgroundColor: (theme) => theme.palette.surfaces.hover,
            '& > :last-child': { mb: 0 },
          }}
        >
          <Blocks blocks={block.blocks} />
        </Box>
      )
    default:
      return (
        <Box component={block.kind === 'steps' ? 'ol' : 'ul'} sx={{ m: 0, mb: 1.5, pl: 3, '& li': { mb: 0.75 } }}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a guide's steps never change places
            <Box component="li" key={index} sx={{ '& > p': { mb: 0.5 } }}>
              <Blocks blocks={item} />
            </Box>
          ))}
        </Box>
      )
  }
}

const Heading = ({ id, text }: { id: string; text: string }) => (
  <Box
    component="h2"
    id={id}
    tabIndex={-1}
    sx={{
      mt: 3,
      mb: 1,
      fontSize: 16,
      fontWeight: 600,
      lineHeight: '24px',
      scrollMarginTop: 16,
      '& a': { opacity: 0, ml: 0.5 },
      '&:hover a, & a:focus-visible': { opacity: 1 },
    }}
  >
    {text}
    <Link component={RouterLink} to={{ hash: id }} aria-label={t('site.help.link', { title: text })} sx={{ p: 0.5 }}>
      <LinkRounded aria-hidden sx={{ fontSize: 18, verticalAlign: 'text-bottom' }} />
    </Link>
  </Box>
)

const Words = ({ inline }: { inline: readonly Inline[] }) =>
  inline.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts never change places
    <Fragment key={index}>{typeof part === 'string' ? part : <Part part={part} />}</Fragment>
  ))

const Part = ({ part }: { part: Exclude<Inline, string> }) => {
  if (part.kind === 'strong')
    return (
      <Box component="strong" sx={{ fontWeight: 600 }}>
        <Words inline={part.inline} />
      </Box>
    )
  if (part.kind === 'link')
    return (
      <Link component={RouterLink} to={part.to} underline="always">
        <Words inline={part.inline} />
      </Link>
    )
  return (
    <Box
      component="kbd"
      sx={{
        px: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: '6px',
        font: 'inherit',
        fontSize: 13,
        whiteSpace: 'nowrap',
        backgroundColor: (theme) => theme.palette.surfaces.hover,
      }}
    >
      {part.text}
    </Box>
  )
}
