-- The orders of an invoice have different payment terms: an exception of its match.
alter table invoices
  drop constraint invoices_exceptions_check,
  add constraint invoices_exceptions_check check (exceptions <@ array['qty_over', 'price_diff', 'no_receipt', 'duplicate', 'currency', 'supplier', 'po_on_hold', 'qa_failed', 'docs_missing', 'amount_over', 'charge_not_due', 'deposit_open', 'terms_differ']::text[]);
alter table invoice_lines
  drop constraint invoice_lines_exceptions_check,
  add constraint invoice_lines_exceptions_check check (exceptions <@ array['qty_over', 'price_diff', 'no_receipt', 'duplicate', 'currency', 'supplier', 'po_on_hold', 'qa_failed', 'docs_missing', 'amount_over', 'charge_not_due', 'deposit_open', 'terms_differ']::text[]);
