// Prints each customer's counts: DATABASE=shop.db node report.ts
import { openDatabase } from "./database.ts"

for (const row of openDatabase().prepare("select * from customers order by email").all())
  console.log(JSON.stringify(row))
