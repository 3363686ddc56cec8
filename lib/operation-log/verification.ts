import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { defineTask, type Task } from "@/lib/tasks/define";
import { lastTask, startTask } from "@/lib/tasks/tasks";
import { keptText } from "@/lib/text/line";
import { CHAIN_FLAWS } from "./flaws";
import { verifyChain } from "./verify";

/** There is one chain, and so one check of it at a time. */
const SUBJECT = "chain";
const inputSchema = z.object({});
const stateSchema = z.object({
  checked: z.number().default(0),
  from: z.number().default(0),
  until: z.number().default(0),
  flaw: z
    .object({ kind: z.enum(CHAIN_FLAWS), no: z.number(), id: keptText.nullable() })
    .nullable()
    .default(null),
});
export type VerificationTask = Task<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** The check itself. Its result stays with the task; a page that was closed finds it again. */
export const logVerification = defineTask({
  kind: "logVerification",
  input: inputSchema,
  state: stateSchema,
  anyOf: [P.LOGS_OPERATION],
  atOnce: 1,
  steps: {
    verify: async (task) => {
      const result = await verifyChain({
        onPage: async ({ checked, from, until, flaw }) => {
          await task.keep({ state: { checked, from, until, flaw }, done: checked, total: until - from + 1 });
          return true;
        },
      });
      if (result) await task.finish(undefined, { state: result });
    },
  },
});

/** The check under way, or the last one; null when there never was one. */
export function readVerification(): Promise<VerificationTask | null> {
  return lastTask(db(), logVerification, SUBJECT);
}

/** Starts a check in the caller's transaction; the id of the one under way, and whether it is new. */
export function startVerification(tx: Transaction, owner: Actor): Promise<{ id: string; isNew: boolean }> {
  const href = "/system/log-manage/operation-log?open=chain";
  return startTask(tx, logVerification, { owner, subject: SUBJECT, input: {}, href });
}
