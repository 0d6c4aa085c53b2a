-- Events to be worked off, and those that are set aside. What is done is deleted: the store remembers its id.
create table if not exists inbox (
  event_id text primary key,
  subject text not null, -- events of one subject are worked off one after the other
  happened_at timestamptz not null,
  event jsonb not null,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  set_aside_at timestamptz,
  error text
);

create index if not exists inbox_open on inbox (subject, happened_at, event_id) where set_aside_at is null;

-- What this shop does with events: see handle.ts.
create table if not exists customers (
  email text primary key,
  reachable boolean not null default true
);

create table if not exists message_history (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  type text not null,
  happened_at timestamptz not null
);
