import Skeleton from '@mui/material/Skeleton'

/**
 * Placeholder of a section of allocations, about as high as the section will be, so that the content below hardly
 * moves. The lines of a draft have no allocations yet.
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

/** Number of lines that a section shows initially, so that long orders do not hide the sections below. */
export const foldedLines = (lines: number) => (lines > 6 ? 4 : lines)
