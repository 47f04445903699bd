import Skeleton from '@mui/material/Skeleton'

/**
 * Stands for what is allocated to so many lines; as high as it is usually, so that what follows hardly moves. A draft
 * has nothing allocated yet.
 */
export const AllocationsSkeleton = ({ lines, isDraft = false }: { lines: number; isDraft?: boolean }) => {
  const shown = foldedLines(lines)
  return (
    <Skeleton
      variant="rounded"
      sx={{
        height: isDraft
          ? { xs: 170 + shown * 40, sm: 98 + shown * 36 }
          : { xs: 120 + shown * 148, sm: 98 + shown * 74 },
      }}
    />
  )
}

/** How many of so many lines a section shows at first: the sections of a long order would bury what follows them. */
export const foldedLines = (lines: number) => (lines > 6 ? 4 : lines)
