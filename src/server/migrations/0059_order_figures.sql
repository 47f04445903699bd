-- How many orders there are and what they add up to, by what people filter them by: chips, totals and figures of the
-- dashboard read these few rows instead of all orders. Triggers keep them in the writing transaction, so that they hold
-- whoever writes: the repository, an import, a removal of demo data, a person at the database.

-- What one order is counted by. Of `issued_at` only is kept that there is one, of `acknowledged_at` the day.
create type counted_order as (
  archived boolean,
  status text,
  currency text,
  supplier_id bigint,
  house_brand_id bigint,
  season_id bigint,
  buyer_id bigint,
  on_hold boolean,
  change_awaits text,
  slip_days integer,
  ack_due_date date,
  issued_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_late boolean,
  total_qty bigint,
  total_value numeric,
  answers bigint,
  answer_seconds numeric
);

create function counted_order_of(o purchase_orders) returns counted_order language sql stable as $$
  select row(
    o.archived_at is not null, o.status, o.currency, o.supplier_id, o.house_brand_id, o.season_id, o.buyer_id, o.on_hold,
    o.change_awaits, o.slip_days, o.ack_due_date, case when o.issued_at is not null then timestamptz 'epoch' end,
    date_trunc('day', o.acknowledged_at, 'UTC'), (o.acknowledged_at at time zone 'UTC')::date > o.ack_due_date,
    coalesce(o.total_qty, 0), coalesce(o.total_value, 0),
    case when o.acknowledged_at is not null and o.issued_at is not null then 1 else 0 end,
    coalesce(extract(epoch from o.acknowledged_at - o.issued_at), 0))::counted_order
$$;

-- The sums, of several kinds: a kind is by those columns that its rows fill (`areas/purchase-orders/server/figures.ts`).
-- A sum may stand in several rows that add up: who finds the row in use by another transaction begins one beside it, so
-- nobody waits for anybody.
create table order_figures (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  status text,
  currency text,
  supplier_id bigint,
  house_brand_id bigint,
  season_id bigint,
  buyer_id bigint,
  on_hold boolean,
  change_awaits text,
  slip_days integer,
  ack_due_date date,
  issued_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_late boolean,
  records bigint not null,
  total_qty bigint not null,
  total_value numeric not null,
  answers bigint not null,
  answer_seconds numeric not null
) with (fillfactor = 60);
-- The key says the kind too: where a second index began with the kind, a session that planned while the sums were few took it
-- and later read all sums of a kind for each.
create index order_figures_key_idx on order_figures (key);
create index order_figures_supplier_idx on order_figures (kind, supplier_id, acknowledged_at);

-- Carries orders that count now, and as what others counted until now, into the sums.
create function carry_order_figures(gained counted_order[], lost counted_order[]) returns void
-- A session keeps the plan that it makes while the sums are few, and a plan that reads them all is a poor one later.
language plpgsql set enable_seqscan = off as $$
begin
  with moved as (
    select 1 as sign, g.* from unnest(gained) g where not g.archived
    union all
    select -1, l.* from unnest(lost) l where not l.archived),
  cells as (
    select c.*, m.sign, m.total_qty, m.total_value, m.answers, m.answer_seconds
    from moved m cross join lateral (
      select 'supplier' as kind, m.status, m.currency, m.supplier_id, null::bigint as house_brand_id,
        null::bigint as season_id, null::bigint as buyer_id, m.on_hold, m.change_awaits, null::integer as slip_days,
        null::date as ack_due_date, m.issued_at, null::timestamptz as acknowledged_at, null::boolean as acknowledged_late
      union all
      select 'sorting', m.status, m.currency, null, m.house_brand_id, m.season_id, null, null, null, null, null, null, null, null
      union all
      select 'buyer', m.status, m.currency, null, null, null, m.buyer_id, null, null, null, null, null, null, null
      where m.buyer_id is not null
      union all
      select 'slip', m.status, m.currency, null, null, null, null, null, null, m.slip_days, null, null, null, null
      where m.slip_days is not null
      union all
      select 'due', null, m.currency, null, null, null, null, null, null, null, m.ack_due_date, null, null, null
      where m.status = 'issued'
      union all
      select 'answered', null, m.currency, null, null, null, null, null, null, null, null, null, m.acknowledged_at,
        m.acknowledged_late
      where m.acknowledged_at is not null
      union all
      select 'supplier_answered', null, m.currency, m.supplier_id, null, null, null, null, null, null, null, m.issued_at,
        m.acknowledged_at, m.acknowledged_late
      where m.acknowledged_at is not null) c),
  difference as (
    select kind, status, currency, supplier_id, house_brand_id, season_id, buyer_id, on_hold, change_awaits, slip_days,
      ack_due_date, issued_at, acknowledged_at, acknowledged_late,
      row(kind, status, currency, supplier_id, house_brand_id, season_id, buyer_id, on_hold, change_awaits, slip_days,
        ack_due_date, issued_at is not null, extract(epoch from acknowledged_at), acknowledged_late)::text as key,
      sum(sign) as records, sum(sign * total_qty) as total_qty, sum(sign * total_value) as total_value,
      sum(sign * answers) as answers, sum(sign * answer_seconds) as answer_seconds
    from cells
    group by kind, status, currency, supplier_id, house_brand_id, season_id, buyer_id, on_hold, change_awaits, slip_days,
      ack_due_date, issued_at, acknowledged_at, acknowledged_late
    having sum(sign) <> 0 or sum(sign * total_qty) <> 0 or sum(sign * total_value) <> 0 or sum(sign * answers) <> 0
      or sum(sign * answer_seconds) <> 0),
  placed as (
    select d.*, (
      select f.id from order_figures f where f.key = d.key limit 1 for update skip locked) as id
    from difference d),
  added as (
    update order_figures f set records = f.records + p.records, total_qty = f.total_qty + p.total_qty,
      total_value = f.total_value + p.total_value, answers = f.answers + p.answers,
      answer_seconds = f.answer_seconds + p.answer_seconds
    from placed p where f.id = p.id)
  insert into order_figures (kind, key, status, currency, supplier_id, house_brand_id, season_id, buyer_id, on_hold,
    change_awaits, slip_days, ack_due_date, issued_at, acknowledged_at, acknowledged_late, records, total_qty, total_value,
    answers, answer_seconds)
  select kind, key, status, currency, supplier_id, house_brand_id, season_id, buyer_id, on_hold, change_awaits, slip_days,
    ack_due_date, issued_at, acknowledged_at, acknowledged_late, records, total_qty, total_value, answers, answer_seconds
  from placed where id is null;
end $$;

-- Which seasons, brands and articles stand on the orders that a supplier got, and how often: what it may know the names
-- of. In several rows that add up, as above.
create type known_record as (supplier_id bigint, area text, record_id bigint);
create table supplier_knows (
  id bigint generated always as identity primary key,
  supplier_id bigint not null,
  area text not null,
  record_id bigint not null,
  uses bigint not null
) with (fillfactor = 60);
create index supplier_knows_key_idx on supplier_knows (supplier_id, area, record_id);

create function carry_supplier_knows(gained known_record[], lost known_record[]) returns void
language plpgsql set enable_seqscan = off as $$
begin
  if cardinality(gained) = 0 and cardinality(lost) = 0 then
    return;
  end if;
  with moved as (
    select 1 as sign, g.* from unnest(gained) g union all select -1, l.* from unnest(lost) l),
  difference as (
    select supplier_id, area, record_id, sum(sign) as uses from moved where record_id is not null
    group by supplier_id, area, record_id having sum(sign) <> 0),
  placed as (
    select d.*, (
      select k.id from supplier_knows k
      where k.supplier_id = d.supplier_id and k.area = d.area and k.record_id = d.record_id
      limit 1 for update skip locked) as id
    from difference d),
  added as (
    update supplier_knows k set uses = k.uses + p.uses from placed p where k.id = p.id)
  insert into supplier_knows (supplier_id, area, record_id, uses)
  select supplier_id, area, record_id, uses from placed where id is null;
end $$;

-- Called in every write, where planning a statement anew takes longer than running it: plpgsql keeps its plan.
create function known_by_orders(orders counted_order[]) returns known_record[] language plpgsql stable as $$
begin
  return array(
    select row(o.supplier_id, n.area, n.record_id)::known_record
    from unnest(orders) o cross join lateral (
      values ('seasons', o.season_id), ('house-brands', o.house_brand_id)) as n(area, record_id)
    where o.issued_at is not null and n.record_id is not null);
end $$;

create function purchase_orders_figures() returns trigger language plpgsql as $$
declare
  gained counted_order[] := '{}';
  lost counted_order[] := '{}';
begin
  if tg_op = 'INSERT' then
    gained := array(select counted_order_of(c) from came c);
  elsif tg_op = 'DELETE' then
    lost := array(select counted_order_of(w) from went w);
  else
    gained := array(select counted_order_of(c) from came c except all select counted_order_of(w) from went w);
    lost := array(select counted_order_of(w) from went w except all select counted_order_of(c) from came c);
  end if;
  if cardinality(gained) > 0 or cardinality(lost) > 0 then
    perform carry_order_figures(gained, lost);
    perform carry_supplier_knows(known_by_orders(gained), known_by_orders(lost));
  end if;
  return null;
end $$;

create trigger purchase_orders_figures_insert after insert on purchase_orders
  referencing new table as came for each statement execute function purchase_orders_figures();
create trigger purchase_orders_figures_update after update on purchase_orders
  referencing new table as came old table as went for each statement execute function purchase_orders_figures();
create trigger purchase_orders_figures_delete after delete on purchase_orders
  referencing old table as went for each statement execute function purchase_orders_figures();

-- Makes all of it anew out of the orders, some at a time.
create function recount_orders() returns void language plpgsql as $$
declare
  batch counted_order[];
  after_id bigint := 0;
  last_id bigint;
begin
  lock table purchase_orders in share mode;
  delete from order_figures;
  loop
    select array_agg(counted_order_of(o)), max(o.id) into batch, last_id
    from (select * from purchase_orders where id > after_id order by id limit 200000) o;
    exit when last_id is null;
    perform carry_order_figures(batch, '{}');
    perform carry_supplier_knows(known_by_orders(batch), '{}');
    after_id := last_id;
  end loop;
end $$;

-- What a supplier's own people ask: what waits for their answer, what they answered.
create index purchase_orders_to_answer_idx on purchase_orders (supplier_id, ack_due_date) where status = 'issued';
create index purchase_orders_answered_idx on purchase_orders (supplier_id, acknowledged_at) where acknowledged_at is not null;
