import "server-only";
import { log } from "@/lib/log";

/**
 * Works on the rows of a sweep one after the other. A row that fails is logged and left for the next sweep: it holds up
 * neither the others nor the start of the process.
 */
export async function forEachRow<T extends { id: string }>(
  rows: readonly T[],
  failure: string,
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (err) {
      log().error({ err, id: row.id }, failure);
    }
  }
}
