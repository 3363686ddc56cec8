import { isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { METHODS } from "@/lib/endpoint/openapi";
import type { Declaration, Handler } from "@/lib/endpoint/route";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { cancelTask } from "@/lib/tasks/tasks";
import { type CallOptions, call } from "./call";

export interface DeclaredCall {
  name: string;
  method: string;
  handler: Handler;
  declaration: Declaration;
}

/** What a call begins is written down, and nobody does it, until `endWithoutWorkers`. */
export const queueWithoutWorkers = (): Promise<void> => startJobs(TASK_JOBS, false);

/** Nothing of what was begun is under way for other files. */
export async function endWithoutWorkers(): Promise<void> {
  for (const { id } of await db().select({ id: tasks.id }).from(tasks).where(isNull(tasks.finishedAt)))
    await cancelTask(id);
  await stopJobs(100);
}

/** Every call of the product, by who opens it. */
export async function everyCall() {
  /** Calls with our envelope. */
  const doors: DeclaredCall[] = [];
  /** Calls of the Open API: a key opens them, and errors have the shape of the protocol. */
  const openDoors: DeclaredCall[] = [];
  /** Calls of identity providers: a channel's token opens them, and errors have the shape of SCIM. */
  const scimDoors: DeclaredCall[] = [];
  for (const { path, load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      const handler = module[method];
      if (!handler) continue;
      const { access } = handler.declaration;
      const list = "apiKey" in access ? openDoors : "scim" in access ? scimDoors : doors;
      list.push({ name: `${method} ${path}`, method, handler, declaration: handler.declaration });
    }
  }
  return { doors, openDoors, scimDoors };
}

/** Ids and names that exist nowhere, so that a call that is let in changes nothing. */
const params = { id: v7(), name: "nothing", type: "nothing" };

/** A call about a base or, without one, about the center is asked of a base: the center opens to fewer than it lets in. */
function ofNothing({ query }: Declaration): Record<string, string> {
  const isOfBase = query !== undefined && "shape" in query && "baseId" in (query.shape as object);
  return isOfBase ? { baseId: params.id } : {};
}

export const ask = ({ handler, method, declaration }: DeclaredCall, more: CallOptions) =>
  call(handler, { method, params, query: ofNothing(declaration), ...more });
