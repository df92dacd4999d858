-- Notes on a day that the next shift sees (spec/office.md 7). `scope`: the people to whom the author was limited (spec/scope.md); null: everybody.
create table day_note (
  account_id uuid not null references account on delete cascade,
  note_id uuid not null,
  day date not null,
  text text not null check (char_length(text) between 1 and 500),
  scope jsonb,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, note_id)
);
create index day_note_by_day on day_note (account_id, day);
comment on table day_note is 'Notes that users leave on a day for the next shift, with the people to whom their author was limited.';
