create table if not exists customers (
  email text primary key,
  name text,
  reachable boolean not null default true -- false after a hard bounce or a complaint
);

-- A checkout that is repeated, because its response was lost, is the same order.
create table if not exists checkouts (
  key text primary key,
  order_id bigint not null references orders
);

-- Contact files to import into the service. A file that is uploaded again, because its response was lost, is the same file.
create table if not exists uploads (
  id bigint generated always as identity primary key,
  csv bytea not null,
  digest bytea unique generated always as (sha256(csv)) stored,
  imported integer -- null until the service is done
);

create table if not exists newsletters (
  name text primary key,
  subject text not null,
  html text not null,
  campaign_id bigint,
  sent_at timestamptz
);

-- Message events, one per row. No key prevents duplicates: the receiver does.
create table if not exists mail_events (
  event_id text not null,
  message_id bigint,
  type text not null,
  happened_at timestamptz not null
);

create table if not exists reply_events (
  event_id text not null,
  message_id bigint, -- the receipt that it replies to
  sender text not null,
  subject text not null,
  body text not null
);

-- The order is looked up when a reply is read: a reply can arrive before the shop has stored its receipt's message id.
create or replace view replies as
select reply_events.*, orders.id as order_id
from reply_events
left join mas_outbox using (message_id)
left join orders on orders.receipt = mas_outbox.id;
