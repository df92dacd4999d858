-- As the other references of log-in options (0028): a restore deletes users and puts them back, and whose log-in waited is told that it was left
-- there (spec/signin.md, S-108).
alter table sign_in_ticket drop constraint sign_in_ticket_owner_account_id_user_id_fkey;
alter table sign_in_ticket add foreign key (owner_account_id, user_id) references app_user (account_id, user_id) deferrable initially deferred;
