import "server-only";
import { db } from "@/db/client";
import { findDepartment } from "@/db/queries/organisation/departments";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { type AppInputs, fillIn } from "../variables";
import type { AppInUse } from "./in-use";

/** Names of what is known without a form. */
const KNOWN = /\{\{\s*(user\.name|user\.department|today)\s*\}\}/;

/** An app's instructions with its form filled in, and with what is known of the moment and of the person. */
export async function instructionsOf(actor: Actor, { settings }: AppInUse, inputs: AppInputs): Promise<string> {
  const { instructions, variables } = settings;
  const values = Object.fromEntries(variables.map(({ name }) => [name, String(inputs[name] ?? "")]));
  const known = KNOWN.test(instructions) ? await knownOf(actor) : {};
  return fillIn(instructions, { ...values, ...known });
}

/** What is known of whoever asks, by the names texts call it. */
export async function knownOf(actor: Actor) {
  const { departmentId: id } = actor;
  const [{ timeZone }, department] = await Promise.all([
    loadConfig("customConfig"),
    id ? findDepartment(db(), id) : null,
  ]);
  return {
    today: dayIn(timeZone),
    "user.name": actor.name,
    "user.department": department?.name ?? "",
  };
}
