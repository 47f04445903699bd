import Skeleton from '@mui/material/Skeleton'

/** Stands for what is allocated to so many lines; as high as it is usually, so that what follows hardly moves. */
export const AllocationsSkeleton = ({ lines }: { lines: number }) => (
  <Skeleton variant="rounded" sx={{ height: { xs: 120 + lines * 100, sm: 100 + lines * 78 } }} />
)
