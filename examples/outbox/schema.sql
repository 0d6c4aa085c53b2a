create table if not exists orders (
  id bigint generated always as identity primary key,
  customer text not null,
  total_cents integer not null,
  placed_at timestamptz not null default now()
);

-- What is to be sent for each order, word for word: a key goes with one message, also after the template has changed.
create table if not exists outbox (
  order_id bigint primary key references orders,
  message jsonb not null,
  queued_at timestamptz, -- handed to Redis; with graphile-worker the job is of the same transaction
  sent_at timestamptz,
  message_id bigint,
  failure text -- why it will never be sent
);

-- What is open stays small, however many were sent.
create index if not exists outbox_open on outbox (order_id) where sent_at is null and failure is null;

-- The pace of all senders together: one row.
create table if not exists pace (
  one boolean primary key default true check (one),
  next_at timestamptz not null default '-infinity',
  paused_until timestamptz not null default '-infinity'
) with (fillfactor = 10); -- room for each change on the row's own page

insert into pace default values on conflict do nothing;
