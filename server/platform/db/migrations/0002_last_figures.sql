-- Users may show the last figures of their Overview before log-in, on their own devices: numbers and charts without a name.
alter table account add column last_figures boolean not null default true;
