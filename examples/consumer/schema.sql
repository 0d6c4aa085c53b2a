-- Pending events, and those that are set aside. Processed events are deleted: the store keeps their ids.
create table if not exists inbox (
  event_id text primary key,
  subject text not null, -- events of one subject are processed one after another
  happened_at timestamptz not null,
  event jsonb not null,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  set_aside_at timestamptz,
  error text
);

create index if not exists inbox_open on inbox (subject, happened_at, event_id) where set_aside_at is null;

-- The effects of events in this shop: see handle.ts.
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
