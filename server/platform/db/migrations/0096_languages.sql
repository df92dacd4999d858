-- The language of an account (mails without a user, print) and of a user, who reads the account's until they choose (spec/languages.md W3).
alter table account add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
alter table app_user add column language text check (language ~ '^[a-z]{2}$');
