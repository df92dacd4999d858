-- How the columns of lists of piecework with some headings were taken, the newest first; likewise list_columns, which had the headings themselves.
alter table account add column piece_columns jsonb not null default '[]' check (jsonb_typeof(piece_columns) = 'array');
update account set list_columns = '[]';
