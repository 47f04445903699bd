-- What a booking must not go without, by kind of requirement.
alter table settings add column factory_requirement text not null default 'block'
  constraint settings_factory_requirement_check check (factory_requirement in ('block', 'warn', 'ignore'));
