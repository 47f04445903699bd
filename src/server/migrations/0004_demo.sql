-- Which records came with the demo data, so that exactly these can be removed again.
create table demo_records (
  area text not null,
  record_id bigint not null,
  primary key (area, record_id)
);
