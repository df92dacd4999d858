-- The user who made an alert: it holds only the people to whom that user is limited (spec/scope.md, L5). Null: nobody who still exists.
alter table alert add column made_by uuid;
update alert a set made_by = u.user_id from app_user u where u.account_id = a.account_id and u.username = a.created_by;
-- The scope of a summary as it was written; null: everybody, or a summary from before.
alter table alert_delivery add column scope_key text;
