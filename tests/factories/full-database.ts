import { sql } from "drizzle-orm";
import { db } from "@/db/client";

/** The database has no room for this row, as Postgres and the embedded engine say it. */
export async function whileFull<T>(table: string, condition: string, work: () => Promise<T>): Promise<T> {
  const say = `raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100';`;
  await db().execute(sql.raw(`create function no_room() returns trigger language plpgsql as $$ begin ${say} end $$`));
  try {
    await db().execute(
      sql.raw(
        `create trigger no_room before insert on ${table} for each row when (${condition}) execute function no_room()`,
      ),
    );
    return await work();
  } finally {
    await db().execute(sql.raw("drop function no_room cascade"));
  }
}
