-- How the account took the columns of its lists: the headings, and what each was taken for, the newest first.
alter table account add column list_columns jsonb not null default '[]' check (jsonb_typeof(list_columns) = 'array');
