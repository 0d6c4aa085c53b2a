import { DatabaseSync } from "node:sqlite"

/** The shop's database file. Creates missing tables. */
export function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(process.env.DATABASE ?? "shop.db")
  db.exec(`
    pragma busy_timeout = 5000; -- several processes may share the file: a writer waits for another one

    create table if not exists customers (
      email text primary key,
      delivered integer not null default 0,
      bounced integer not null default 0
    ) strict;

    create table if not exists history (message_id integer, type text not null, at text not null) strict;
  `)
  return db
}
