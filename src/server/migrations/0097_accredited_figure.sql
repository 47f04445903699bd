-- The share of open units whose factory has a social accreditation counts as compliance, besides the licence.
alter table supplier_figures drop constraint supplier_figures_figure_check;
alter table supplier_figures add constraint supplier_figures_figure_check
  check (figure in ('acknowledged', 'ex_factory', 'packed', 'compliance', 'accredited'));
-- Counted with the next daily work.
update suppliers set scored_on = null where scored_on is not null;
