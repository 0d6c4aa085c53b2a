create table if not exists customers (
  email text primary key,
  name text,
  reachable boolean not null default true -- false after a hard bounce or a complaint
);

-- A checkout that is sent again, because its answer was lost, is the same order.
create table if not exists checkouts (
  key text primary key,
  order_id bigint not null references orders
);

-- Files of contacts that go to the service.
create table if not exists uploads (
  id bigint generated always as identity primary key,
  csv bytea not null,
  imported integer -- null until the service is done
);

create table if not exists newsletters (
  name text primary key,
  subject text not null,
  html text not null,
  campaign_id bigint,
  sent_at timestamptz
);

-- What became of messages: a row an event. No key keeps an event from being written twice; the receiver does.
create table if not exists mail_events (
  event_id text not null,
  message_id bigint,
  type text not null,
  happened_at timestamptz not null
);

create table if not exists replies (
  event_id text not null,
  sender text not null,
  subject text not null,
  body text not null,
  order_id bigint references orders -- of the receipt that it answers
);
