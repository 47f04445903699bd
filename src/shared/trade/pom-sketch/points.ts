import type { Frame } from '#shared/kit/drawing.ts'
import { lowers } from './lowers'
import type { Point } from './path'
import { both } from './path'
import { uppers } from './uppers'

export const garments = { ...uppers, ...lowers }

/** How a point of measure is drawn on a garment. */
export interface MeasuredAt {
  on: keyof typeof garments
  /** The path of the tape measure. */
  way: string
  /** Guide lines on which the ends lie. */
  guides?: string
  /** The edge of the cloth in stretched position. */
  ghost?: string
  /** The visible part of the garment; by default all of it. */
  frame?: Frame
  /** Position of the code, if it must not be in the middle of the path. */
  label?: Point
}

const neck: Frame = [60, 0, 120, 120]
const right: Frame = [110, 4, 120, 120]
const shoulder: Frame = [120, 0, 90, 90]

/** Sketches by code of the library. Points that a company adds have none. */
export const measuredAt: Readonly<Record<string, MeasuredAt>> = {
  'HPS-LEN': { on: 'teeFront', way: 'M96 24L96 217' },
  'CB-LEN': { on: 'teeBack', way: 'M120 34L120 218' },
  CHEST: { on: 'teeFront', way: 'M56.3 97L183.7 97' },
  WAIST: { on: 'dress', way: 'M88 106L152 106', label: [120, 126] },
  HEM: { on: 'teeFront', way: 'M56 214L184 214', label: [120, 196] },
  'HEM-STR': {
    on: 'sweaterFront',
    way: 'M46 212L194 212',
    ghost: both('M172 188C180 194 190 202 194 212'),
    label: [120, 230],
  },
  SHLDR: { on: 'teeBack', way: 'M62 36L178 36', label: [120, 54] },
  'SHLDR-SM': { on: 'teeFront', way: 'M144 24L178 36', frame: shoulder, label: [172, 16] },
  'SHLDR-SL': {
    on: 'teeFront',
    way: 'M178 24L178 36',
    guides: 'M144 24L200 24',
    frame: shoulder,
    label: [178, 14],
  },
  'X-FRT': { on: 'teeFront', way: 'M66.9 63L173.1 63' },
  'X-BACK': { on: 'teeBack', way: 'M66.9 63L173.1 63' },
  'AH-ST': { on: 'teeFront', way: 'M178 36L184 90', frame: right, label: [154, 64] },
  'AH-CV': { on: 'teeFront', way: 'M178 36C170 52 171 74 184 90', frame: right, label: [148, 64] },
  'SLV-LEN': { on: 'sweaterFront', way: 'M168 36C182 41 190 54 196 76L221 178L224 198', label: [128, 120] },
  'SLV-CB': { on: 'sweaterBack', way: 'M120 33L168 36C182 41 190 54 196 76L221 178L224 198', label: [128, 120] },
  'SLV-UA': { on: 'sweaterFront', way: 'M172 86L200 184L204 204', label: [128, 148] },
  BICEP: { on: 'sweaterFront', way: 'M174 93L198.7 87', frame: [112, 30, 120, 120], label: [150, 96] },
  ELBOW: { on: 'sweaterFront', way: 'M187.5 140L210.3 134.4', frame: [118, 76, 120, 120], label: [158, 142] },
  CUFF: { on: 'sweaterFront', way: 'M204 204L224 198', frame: [132, 132, 108, 108], label: [188, 218] },
  'CUFF-HGT': { on: 'sweaterFront', way: 'M210.6 182L214.4 202.6', frame: [154, 148, 90, 90], label: [203, 222] },
  'NECK-WID': { on: 'teeFront', way: 'M96 24L144 24', frame: neck, label: [120, 10] },
  'NK-DROP-F': { on: 'teeFront', way: 'M120 24L120 48', guides: 'M84 24L156 24', frame: neck, label: [120, 60] },
  'NK-DROP-B': {
    on: 'teeBack',
    way: 'M120 24L120 34',
    guides: 'M88 24L152 24',
    frame: [75, 0, 90, 90],
    label: [120, 44],
  },
  'NECK-STR': {
    on: 'sweaterFront',
    way: 'M84 17L156 17',
    ghost: 'M84 17C90 58 150 58 156 17',
    frame: neck,
    label: [120, 66],
  },
  'NECK-HGT': { on: 'sweaterBack', way: 'M120 21L120 33', frame: [75, -6, 90, 90], label: [120, 46] },
  'COLLAR-PT': { on: 'polo', way: 'M120 47L134 62', frame: [72, 2, 96, 96], label: [141, 81] },
  'COLLAR-LEN': { on: 'collar', way: 'M31 123.6C84 146 156 146 205 126', label: [120, 176] },
  'HOOD-HGT': { on: 'hood', way: 'M118 164.4L118 29.6' },
  'HOOD-WID': { on: 'hood', way: 'M80.4 87L177.8 87' },
  'PKT-LEN': { on: 'jacket', way: 'M150 150L150 194', frame: [94, 112, 120, 120], label: [150, 206] },
  'PKT-WID': { on: 'jacket', way: 'M134 150L166 150', frame: [94, 112, 120, 120], label: [150, 138] },
  'WB-RLX': { on: 'trousersFront', way: 'M84 20L156 20', frame: [48, -12, 144, 144], label: [120, 4] },
  'WB-EXT': {
    on: 'skirt',
    way: 'M50 40L190 40',
    ghost: both('M162 40L190 40L186 64L160 62'),
    label: [120, 24],
  },
  'WB-HGT': { on: 'trousersFront', way: 'M148 33.8L148 20.4', frame: [108, 0, 84, 84], label: [172, 16] },
  'HIP-HI': {
    on: 'trousersFront',
    way: 'M77.3 54L162.7 54',
    guides: 'M120 34L120 54',
    frame: [48, 4, 144, 144],
    label: [120, 66],
  },
  'HIP-LO': {
    on: 'trousersFront',
    way: 'M73.6 73.5L166.4 73.5',
    guides: 'M90 34.4L90 73.5M120 34.8L120 73.5M150 34.4L150 73.5',
    frame: [48, 4, 144, 144],
    label: [120, 86],
  },
  THIGH: { on: 'trousersFront', way: 'M120.7 108.6L168.9 107.6', frame: [60, 48, 132, 132], label: [145, 122] },
  KNEE: { on: 'trousersFront', way: 'M124.6 163L165.9 163', frame: [60, 102, 132, 132], label: [145, 149] },
  'LEG-OPEN': { on: 'trousersFront', way: 'M127 224L160 224', frame: [60, 108, 132, 132], label: [143.5, 206] },
  'RISE-F': { on: 'trousersFront', way: 'M120 102L120 22', frame: [48, 4, 144, 144] },
  'RISE-B': { on: 'trousersBack', way: 'M120 108L120 16', frame: [48, 4, 144, 144] },
  INSEAM: { on: 'trousersFront', way: 'M120 102C124 142 126 182 127 224' },
  OUTSEAM: { on: 'trousersFront', way: 'M156 20L157 33C164 56 169 80 169 106C168 150 164 190 160 224' },
  SLIT: { on: 'slitTee', way: 'M182 164L175 218', frame: [112, 120, 120, 120], label: [150, 184] },
  'PLKT-LEN': { on: 'polo', way: 'M120 48L120 112', frame: neck },
  'PLKT-WID': { on: 'polo', way: 'M111 98L129 98', frame: neck, label: [156, 98] },
  'BELT-LEN': { on: 'belt', way: 'M40 156L222 156', guides: 'M40 136L40 164M222 122L222 164' },
}
