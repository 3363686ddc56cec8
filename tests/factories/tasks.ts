import { and, asc, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { runTask } from "@/lib/tasks/run";

/** Does what waits to be done about a subject, as a worker would. */
export async function runTasksOf(subject: string): Promise<void> {
  const open = and(eq(tasks.subject, subject), inArray(tasks.status, ["waiting", "running"]));
  for (const { id } of await db().select({ id: tasks.id }).from(tasks).where(open).orderBy(asc(tasks.createdAt))) {
    await runTask(id);
  }
}
