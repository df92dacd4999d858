-- What a line's reason says where it has values, so that it is read in the user's language (spec/languages.md W3).
alter table workbook_line add column reason_words jsonb;
