import Skeleton from '@mui/material/Skeleton'

/**
 * Stands for what is allocated to so many lines; as high as it is usually, so that what follows hardly moves. A draft
 * has nothing allocated yet.
 */
export const AllocationsSkeleton = ({ lines, isDraft = false }: { lines: number; isDraft?: boolean }) => (
  <Skeleton
    variant="rounded"
    sx={{
      height: isDraft ? { xs: 170 + lines * 40, sm: 98 + lines * 36 } : { xs: 120 + lines * 148, sm: 98 + lines * 74 },
    }}
  />
)
