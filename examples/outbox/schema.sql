create table if not exists orders (
  id bigint generated always as identity primary key,
  customer text not null,
  total_cents integer not null,
  receipt text unique, -- its row in mas_outbox
  placed_at timestamptz not null default now()
);
