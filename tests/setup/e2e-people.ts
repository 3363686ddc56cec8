import { hash } from "@node-rs/argon2";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { v7 } from "uuid";
import { loginSources } from "../../db/schema/auth";
import { type PersonSeed, seedPerson, seedRootDepartment } from "../../db/seed/foundation";
import { readRunFile } from "../../scripts/lib/run-file.mjs";

/** The password of every person the tests make; it meets the rules of spec 5. */
export const PASSWORD = "Secret123";

export interface Person {
  id: string;
  account: string;
  name: string;
  password: string;
}

export type NewPerson = Partial<Pick<PersonSeed, "roleKeys" | "mustChangePassword">>;

/** Writes people into the database of the product that is running for the tests. */
export async function openPeople() {
  const run = (await readRunFile(process.env.E2E_DATA_DIR ?? "")) as { socketDir: string } | null;
  if (!run) throw new Error("The product does not run.");
  const pool = new pg.Pool({ host: run.socketDir, user: "postgres", database: "postgres", max: 1 });
  pool.on("error", () => undefined);
  const db = drizzle(pool);
  const passwordHash = await hash(PASSWORD);
  return {
    async make({ roleKeys = ["staff"], mustChangePassword = false }: NewPerson = {}): Promise<Person> {
      const account = `p${v7().replaceAll("-", "").slice(8)}`;
      const name = `Person ${account.slice(-6)}`;
      // All journeys come from one address: what one mistypes must not ask the others for a verification code.
      await db.delete(loginSources);
      const departmentId = await seedRootDepartment(db as never, "Head office");
      const seed = { account, name, passwordHash, mustChangePassword, departmentId, roleKeys };
      return { id: await seedPerson(db as never, seed), account, name, password: PASSWORD };
    },
    close: () => pool.end(),
  };
}
