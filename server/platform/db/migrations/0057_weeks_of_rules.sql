-- The limits of a week over days of different hours rules (spec/pay.md P5, server/trends/hours.sql.ts).

-- The last day of a day's week. A week that has begun goes on to its end; the next one ends where a week of its first day's rule does.
create function week_end_after(week_end date, day date, week_start int) returns date language plpgsql immutable parallel safe as $$
begin
  if day <= week_end then return week_end; end if;
  return day + (6 - (extract(isodow from day)::int - week_start + 7) % 7);
end $$;
create aggregate week_end_on(date, int) (sfunc = week_end_after, stype = date, initcond = '-infinity', parallel = safe);

-- The ordinary time of a week so far: a day adds what its rule leaves up to the week's limit.
create function ordinary_after(so_far float8, hours float8, week_limit float8) returns float8 language plpgsql immutable parallel safe as $$
begin
  return greatest(so_far, least(so_far + hours, week_limit));
end $$;
create aggregate ordinary_until(float8, float8) (sfunc = ordinary_after, stype = float8, initcond = '0', parallel = safe);

-- Paid hours were mended since they were judged: night in a repeated hour, gaps over two breaks, the greater part of a shift.
insert into judged_stale (account_id, employee_id, from_day, to_day)
select account_id, null, min(day), max(day) from judged_day where hours_rule_id is not null group by 1;
