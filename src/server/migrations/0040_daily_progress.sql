-- How far the work of the day has come in an area; a row is there as long as some of it is left.
create table daily_progress (
  area text primary key,
  day date not null,
  after bigint not null
);
