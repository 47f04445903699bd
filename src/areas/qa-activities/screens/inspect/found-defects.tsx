import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type ChangeEvent, useRef, useState } from 'react'
import { type DefectSeverity, defectSeverities, type GarmentView } from '#shared/trade/qa.ts'
import { choiceLabel } from '#web/i18n.ts'
import { travelling } from '#web/kit/files/travelling-photo.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Tool } from '#web/kit/page/tool.tsx'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'
import { kindName } from './defect-picker'
import { DefectPlace } from './defect-place'
import { changeDefect, removeDefect } from './entries'
import type { Sheet } from './load-inspection'
import { writePhoto } from './store'
import type { FoundDefect, Work } from './work'

/** The defects found, each with units, severity, size, place, comment and photos. */
export function FoundDefects({ sheet, work, onChange }: Props) {
  return (
    <Section title={screenText('inspect.found')}>
      {work.defects.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('inspect.nothing')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {work.defects.map((defect) => (
            <Found key={defect.key} defect={defect} sheet={sheet} work={work} onChange={onChange} />
          ))}
        </Box>
      )}
      {work.photos.length > 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 1 }}>
          {screenText('inspect.photos', { count: work.photos.length })}
        </Box>
      )}
    </Section>
  )
}

/** The last drawing viewed, because most garments of a lot are of one kind. */
let lastView: GarmentView = 'top_front'

function Found({ defect, sheet, work, onChange }: Props & { defect: FoundDefect }) {
  const [isPlacing, setPlacing] = useState(false)
  const [view, setView] = useState<GarmentView>(defect.place?.view ?? lastView)
  const name = kindName(sheet, defect)
  const set = (values: Partial<FoundDefect>) => onChange((now) => changeDefect(now, defect.key, values))
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <DefectTools
        name={name}
        defect={defect}
        activity={work.activity}
        onSet={set}
        onPlace={() => setPlacing((is) => !is)}
        onChange={onChange}
      />
      {isPlacing && (
        <DefectPlace
          name={name}
          place={defect.place ?? null}
          view={view}
          onView={(chosen) => {
            lastView = chosen
            setView(chosen)
          }}
          onChange={(place) => set({ place })}
        />
      )}
      <DefectFields name={name} defect={defect} sheet={sheet} onSet={set} />
    </Box>
  )
}

/** The name of a defect, and buttons for its units, place and photos. */
function DefectTools({ name, defect, activity, onSet, onPlace, onChange }: ToolsProps) {
  const { key, qty } = defect
  const camera = useRef<HTMLInputElement>(null)
  const takePhotos = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const photos = [...(target.files ?? [])]
    target.value = ''
    for (const photo of photos) await keepPhoto(photo, name, activity, onChange)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0, fontSize: 14, fontWeight: 500 }}>{name}</Box>
      <Tool
        label={screenText('inspect.less', { name })}
        onClick={() => (qty > 1 ? onSet({ qty: qty - 1 }) : onChange((now) => removeDefect(now, key)))}
      >
        <RemoveRounded />
      </Tool>
      <Box className="tabular" aria-live="polite" sx={{ minWidth: 28, textAlign: 'center', fontWeight: 600 }}>
        {qty}
      </Box>
      <Tool label={screenText('inspect.more', { name })} onClick={() => onSet({ qty: qty + 1 })}>
        <AddRounded />
      </Tool>
      <Tool label={screenText('inspect.place', { name })} aria-pressed={defect.place !== null} onClick={onPlace}>
        <PlaceOutlined />
      </Tool>
      <Tool label={screenText('inspect.photo', { name })} onClick={() => camera.current?.click()}>
        <PhotoCameraOutlined />
      </Tool>
      <Tool label={screenText('inspect.remove', { name })} onClick={() => onChange((now) => removeDefect(now, key))}>
        <DeleteOutlineRounded />
      </Tool>
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        onChange={(event) => void takePhotos(event)}
      />
    </Box>
  )
}

/** Stores a photo of a defect on the device, in the size in which it is sent; notifies the user of failures. */
const keepPhoto = async (photo: File, name: string, activity: number, onChange: Props['onChange']) => {
  const resized = await travelling(photo).catch(() => null)
  if (!resized) return notify({ tone: 'danger', text: screenText('inspect.photo_unreadable') })
  const key = freshKey()
  try {
    await writePhoto(activity, key, resized)
  } catch {
    return notify({ tone: 'danger', text: screenText('inspect.photo_not_kept') })
  }
  onChange((now) => ({
    ...now,
    photos: [...now.photos, { key, name: `${name} ${now.photos.length + 1}.jpg`, isSent: false }],
  }))
}

/** Severity, size, position and comment of a defect. */
const DefectFields = ({ name, defect, sheet, onSet }: FieldsProps) => (
  <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 2fr 2fr' } }}>
    <Choice
      label={screenText('inspect.severity_of', { name })}
      value={defect.severity}
      options={defectSeverities.map((severity) => [
        severity,
        choiceLabel(areaOf(area, 'defects'), 'severity', severity),
      ])}
      onChange={(severity) => onSet({ severity: severity as DefectSeverity })}
    />
    <Choice
      label={screenText('inspect.size_of', { name })}
      value={String(defect.size_id ?? '')}
      options={[
        ['', screenText('inspect.no_size')],
        ...sheet.sizes.map(({ id, label }): [string, string] => [String(id), label]),
      ]}
      onChange={(size) => onSet({ size_id: size ? Number(size) : null })}
    />
    <TextField
      size="small"
      placeholder={screenText('inspect.position')}
      value={defect.position}
      onChange={({ target }) => onSet({ position: target.value })}
      slotProps={{ htmlInput: { maxLength: 120, 'aria-label': screenText('inspect.position_of', { name }) } }}
    />
    <TextField
      size="small"
      placeholder={screenText('inspect.comment')}
      value={defect.comment}
      onChange={({ target }) => onSet({ comment: target.value })}
      slotProps={{ htmlInput: { maxLength: 255, 'aria-label': screenText('inspect.comment_of', { name }) } }}
    />
  </Box>
)

interface FieldsProps {
  name: string
  defect: FoundDefect
  sheet: Sheet
  onSet: (values: Partial<FoundDefect>) => void
}

interface ToolsProps {
  name: string
  defect: FoundDefect
  activity: number
  onSet: (values: Partial<FoundDefect>) => void
  /** Opens or closes the choice of the place. */
  onPlace: () => void
  onChange: Props['onChange']
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': label } }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </TextField>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

interface Props {
  sheet: Sheet
  work: Work
  onChange: (edit: (work: Work) => Work) => void
}
