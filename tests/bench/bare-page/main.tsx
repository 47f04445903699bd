import Box from '@mui/material/Box'
import CssBaseline from '@mui/material/CssBaseline'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { DataGrid, type GridColDef } from '@mui/x-data-grid'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// What the portal's list is measured against: the same rows and columns on React, MUI and the grid, and nothing else.
type Order = { id: number } & Record<string, unknown>

const titled = ['supplier', 'house_brand', 'season', 'buyer']
const names = [
  'po_no',
  'status',
  'supplier',
  'house_brand',
  'season',
  'total_qty',
  'total_value',
  'currency',
  'ex_factory_date',
  'forecast_ex_factory_date',
  'slip_days',
  'ack_due_date',
  'buyer',
]
const columns = names.map(
  (field): GridColDef<Order> => ({
    field,
    width: 130,
    valueGetter: titled.includes(field) ? (value: { title: string } | null) => value?.title : undefined,
  }),
)

const Orders = () => {
  const [rows, setRows] = useState<Order[]>([])
  const [total, setTotal] = useState(0)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt_access_token')}` }
    fetch('/api/purchase-orders?_start=0&_end=25', { headers }).then(async (response) => {
      setTotal(Number(response.headers.get('x-total-count')))
      setRows(await response.json())
      setLoading(false)
    })
  }, [])
  return (
    <Box sx={{ p: 3, height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Typography variant="h5">Purchase orders</Typography>
      <DataGrid
        rows={rows}
        columns={columns}
        loading={loading}
        rowCount={total}
        paginationMode="server"
        sortingMode="server"
        filterMode="server"
        pageSizeOptions={[25]}
        initialState={{ pagination: { paginationModel: { page: 0, pageSize: 25 } } }}
        checkboxSelection
      />
    </Box>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ThemeProvider theme={createTheme()}>
      <CssBaseline />
      <Orders />
    </ThemeProvider>,
  )
