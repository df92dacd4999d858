-- The people to whom a user is limited (spec/scope.md): lists of ids by the names of the crew filter; null: everybody. Set to the employers' users only.
alter table app_user add column scope jsonb check (jsonb_typeof(scope) = 'object' and scope <> '{}'),
  add check (scope is null or role = 'employer');
-- The muster list is for everybody, whatever their scope: safety before secrecy.
alter table account add column muster_for_all boolean not null default false;
