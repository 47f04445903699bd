import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { createApp } from '#server/app.ts'
import { openSessions } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/types.ts'
import { system } from '#server/kit/principal.ts'
import { requirementProfiles } from '#server/seeds/requirement-profiles.ts'
import type { Role } from '#shared/kit/roles.ts'
import { type Engine, freshDb } from './db'

/** Somebody signed in: asks the API and answers what it said. */
export interface Person {
  id: number
  get(url: string): Promise<Answer>
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  patch(url: string, body?: object): Promise<Answer>
  delete(url: string, body?: object): Promise<Answer>
  send(options: InjectOptions): Promise<LightMyRequestResponse>
}
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  total: number
  headers: LightMyRequestResponse['headers']
}

export interface Portal {
  app: FastifyInstance
  db: Db
  /** One account per role; Agent and staff act for supplier 60. */
  as: Record<Role, Person>
  /** The Agent of supplier 61, and a second Office account for four eyes. */
  otherAgent: Person
  otherOffice: Person
  nobody: Person
  person(columns: Record<string, unknown>): Promise<Person>
  /** Makes records as the portal itself: any status, any field. */
  make(area: string, inputs: Record<string, unknown>[]): Promise<{ id: number; [field: string]: unknown }[]>
  close(): Promise<void>
}

const secret = 'a secret of the tests, longer than thirty-two characters'

/** The whole API over a fresh database with two suppliers, the libraries an order needs, and an account per role. */
export const openPortal = async (engine: Engine): Promise<Portal> => {
  const db = await freshDb(engine)
  const { app, signIn, close } = await openApp(db)
  const make: Portal['make'] = (area, inputs) =>
    app.kit.write(system, 'create', async (work) => {
      const made = await app.kit.repository(area).create(work, inputs)
      return made as { id: number }[]
    })
  await seed(db, make)
  let people = 0

  const person: Portal['person'] = async (columns) => {
    people += 1
    const row = {
      email: `person${people}@example.test`,
      first_name: 'Kim',
      last_name: `Nr${people}`,
      full_name: `Kim Nr${people}`,
      type: 'user',
      status: 'active',
      language: 'en',
      ...columns,
    }
    const names = Object.keys(row)
    const [made] = await db.query<{ id: number }>(
      `insert into users (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(row),
    )
    const id = made?.id ?? 0
    return signIn(id)
  }

  return {
    app,
    db,
    make,
    person,
    as: {
      admin: await person({ type: 'admin' }),
      Office: await person({ type: 'Office' }),
      Agent: await person({ type: 'Agent', supplier_id: 60 }),
      staff: await person({ type: 'staff', supplier_id: 60 }),
      user: await person({ type: 'user' }),
      superAdmin: await person({ type: 'superAdmin' }),
    },
    otherAgent: await person({ type: 'Agent', supplier_id: 61 }),
    otherOffice: await person({ type: 'Office' }),
    nobody: speaker(app, 0, null),
    close,
  }
}

/** The whole API over a database, and a way to sign its accounts in. */
export const openApp = async (db: Db) => {
  const app = await createApp({ db, secret, publicUrl: 'http://127.0.0.1:3000', version: 'test', evenAfter: 0 })
  await app.ready()
  const sessions = await openSessions(db, secret)
  return {
    app,
    signIn: async (id: number): Promise<Person> => {
      const session = await sessions.start(db, id, { remember: false, address: '192.0.2.1', agent: 'test' })
      return speaker(app, id, await sessions.tokenOf(session))
    },
    close: async () => {
      await sessions.close()
      await app.close()
      await db.close()
    },
  }
}

/** A draft that can be submitted at once; `changes` go over it. */
/** The licence without which a factory is not allocated. */
export const licensed = { business_licence_no: 'BL-1', business_licence_expiry: '2099-12-31' }

export const draft = (po_no: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  po_no,
  supplier_id: 60,
  house_brand_id: 1,
  season_id: 1,
  product_category_id: 2,
  ship_to_country: 'GB',
  ship_window_start: '2027-03-01',
  ship_window_end: '2027-03-20',
  ex_factory_date: '2027-03-05',
  incoterm: 'FOB',
  incoterm_place: 'Shanghai',
  transport_mode: 'sea',
  ship_to_location_id: 1,
  currency: 'GBP',
  payment_term_id: 1,
  lines: [
    {
      article_id: 1,
      colourway_id: 1,
      qty: 100,
      unit_price: '5.25',
      target_price: '5.50',
      sizes: [
        { size_id: 1, qty: 40 },
        { size_id: 2, qty: 60 },
      ],
    },
  ],
  ...changes,
})

const speaker = (app: FastifyInstance, id: number, token: string | null): Person => {
  const send = (options: InjectOptions) =>
    app.inject({ ...options, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...options.headers } })
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object, headers = {}) => {
    const response = await send({ method, url, headers, ...(body ? { payload: body } : {}) })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      total: Number(response.headers['x-total-count']),
      headers: response.headers,
    }
  }
  return {
    id,
    send,
    get: (url) => ask('GET', url),
    post: (url, body, headers) => ask('POST', url, body ?? {}, headers),
    patch: (url, body) => ask('PATCH', url, body ?? {}),
    delete: (url, body) => ask('DELETE', url, body ?? {}),
  }
}

const seed = async (db: Db, make: Portal['make']) => {
  const [settings] = await db.query('select id from settings')
  if (!settings) await make('settings', [{ company_name: 'Test Retail Ltd' }])
  await make('ports', [
    { code: 'CNSHA', name_en: 'Shanghai', name_zh: '上海', country: 'CN', functions: ['port'] },
    { code: 'GBFXT', name_en: 'Felixstowe', name_zh: '费利克斯托', country: 'GB', functions: ['port'] },
  ])
  await make('payment-terms', [
    { code: 'TT_30_70', name_en: '30 % deposit', method: 'TT', deposit_pct: '30', base_date: 'bl_date', days: 0 },
  ])
  await make('suppliers', [
    {
      id: 60,
      code: 'GLG',
      supplier_name: 'Golden Loom Garment',
      country: 'CN',
      standing: 'approved',
      contacts: [{ full_name: 'Wei Chen', function: 'merchandising', is_primary: true }],
    },
    {
      id: 61,
      code: 'PRT',
      supplier_name: 'Pearl River Textiles',
      country: 'CN',
      standing: 'approved',
      contacts: [{ full_name: 'Lan Zhou', function: 'shipping' }],
    },
  ])
  await make('size-scales', [
    {
      code: 'ALPHA',
      name_en: 'Alpha',
      sizes: [
        { label: 'S', sort_order: 1 },
        { label: 'M', sort_order: 2 },
      ],
    },
  ])
  await make('product-categories', [{ code: 'TOPS', name_en: 'Tops' }])
  await make('product-categories', [{ code: 'W-KNIT-TEE', name_en: 'T-shirts', parent_id: 1 }])
  await make('seasons', [
    {
      code: 'SS27',
      name_en: 'Spring summer 2027',
      season_type: 'spring_summer',
      year: 2027,
      purchase_from: '2026-06-01',
      purchase_to: '2027-06-30',
      delivery_from: '2027-01-01',
      delivery_to: '2027-06-30',
      sales_from: '2027-02-01',
      sales_to: '2027-08-31',
      status: 'open',
    },
  ])
  await make('house-brands', [{ code: 'NRTH', name_en: 'Northway', status: 'active' }])
  await make('ratio-templates', [
    {
      code: 'PAIR',
      name_en: 'One and one',
      size_scale_id: 1,
      items: [
        { size_id: 1, units: 1 },
        { size_id: 2, units: 1 },
      ],
    },
  ])
  await make('locations', [{ code: 'DC1', name_en: 'Daventry', type: 'distribution_centre', country: 'GB' }])
  await make('calendars', [
    {
      country: 'CN',
      name_en: 'China',
      working_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      holidays: [{ date: '2027-01-01', name_en: 'New Year' }],
    },
  ])
  await make('fibres', [
    { code: 'CO', name_en: 'cotton', name_zh: '棉', family: 'natural_plant', eu_no: 5 },
    { code: 'WO', name_en: 'wool', name_zh: '羊毛', family: 'natural_animal', eu_no: 1 },
    { code: 'EL', name_en: 'elastane', name_zh: '氨纶', family: 'synthetic', eu_no: 43, us_name: 'spandex' },
    { code: 'PES', name_en: 'polyester', name_zh: '聚酯纤维', family: 'synthetic', eu_no: 35 },
  ])
  const stretchCotton = [
    { component: 'shell', fibre_id: 1, pct: '95' },
    { component: 'shell', fibre_id: 3, pct: '5' },
  ]
  await make('articles', [
    article('TEE-1', [
      { code: 'BLK', name_en: 'Black', fibres: stretchCotton },
      { code: 'WHT', name_en: 'White' },
    ]),
    article('TEE-2', [{ code: 'NVY', name_en: 'Navy' }]),
    {
      ...article('TEE-3', [{ code: 'RED', name_en: 'Red', skus: [{ size_id: 1, gtin: '2099999999998' }] }]),
      season_id: null,
      seasons: [{ season_id: 1 }],
    },
  ])
  await make('requirement-profiles', requirementProfiles)
  await make('support-tickets', [ticket('Nobody’s'), ticket('Nobody’s either')])
}

const ticket = (subject: string) => ({ subject, category: 'bug', message: 'What was expected did not happen.' })

const article = (article_no: string, colourways: object[]) => ({
  article_no,
  name_en: `Jersey tee ${article_no}`,
  house_brand_id: 1,
  season_id: 1,
  product_category_id: 2,
  size_scale_id: 1,
  status: 'active',
  colourways,
})
