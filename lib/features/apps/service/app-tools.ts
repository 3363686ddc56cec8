import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/db/client";
import { listUsedSettings } from "@/db/queries/apps/apps";
import { findRun } from "@/db/queries/apps/runs";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { talks } from "@/lib/config/app-kinds";
import type { ErrorKey } from "@/lib/errors/errors";
import { kindOf } from "@/lib/tasks/define";
import { cancelTaskOf } from "@/lib/tasks/tasks";
import { type AvailableTool, ToolFailure } from "@/lib/tools/types";
import { talkSettingsOf } from "../settings";
import { type AppInputs, type AppVariable, appInputs } from "../variables";
import { beginningOf } from "../workflow/beginning";
import { APP_RUN, startRun } from "./flow/begin";
import { graphOf } from "./flow/run-graph";
import { appReader } from "./subjects";
import { appWithin, DEPTH_MAX } from "./within";

/** How one app has another one answer; its own answer, at the depth it says. */
export type AskApp = (
  actor: Actor,
  appId: string,
  question: { text: string; inputs: AppInputs },
  options: { key: string; signal: AbortSignal; depth: number },
) => Promise<string>;

/** Between two looks at a run, milliseconds: first, and at most. */
const LOOK_MS = 200;
const LOOK_MOST_MS = 2000;
/** A run is waited for so long within an answer; then it goes on by itself. */
const RUN_MS = 10 * 60_000;
/** Characters of what a model is told an app is for. */
const DESCRIPTION_MAX = 600;
const WAITS = "The workflow waits for a person now. It goes on once they have answered; the result is not known yet.";
const GOES_ON = "The workflow is still running. Its result is not known yet.";

/**
 * Other apps as tools of one that talks, in order; only those whoever asks may use: of others nothing is said. None below the
 * deepest level.
 */
export async function appTools(
  actor: Actor,
  appIds: readonly string[],
  { depth, ask }: { depth: number; ask: AskApp },
): Promise<AvailableTool[]> {
  if (appIds.length === 0 || depth >= DEPTH_MAX) return [];
  const rows = await listUsedSettings(db(), appReader(actor), appIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return appIds.flatMap((id) => {
    const row = byId.get(id);
    if (!row || (row.kind !== "workflow" && !talks(row.kind))) return [];
    const form = talks(row.kind) ? talkSettingsOf(row.settings) : beginningOf(graphOf(row.settings));
    return [toTool(row, form.variables, { depth: depth + 1, ask })];
  });
}

type Row = Awaited<ReturnType<typeof listUsedSettings>>[number];

function toTool(
  { id, kind, name, description }: Row,
  form: readonly AppVariable[],
  { depth, ask }: { depth: number; ask: AskApp },
): AvailableTool {
  const needsText = kind === "agent" || kind === "assistant";
  const about = `${name}${description ? `: ${description}` : ""}`.slice(0, DESCRIPTION_MAX);
  return {
    definition: {
      name: `app_${id.replaceAll("-", "")}`,
      description: `Another app of this platform that answers. ${about}`,
      parameters: {
        type: "object",
        properties: {
          text: { type: "string", description: "What it is asked, with everything it has to know" },
          ...(form.length > 0 && { inputs: inputsSchema(form) }),
        },
        required: [...(needsText ? ["text"] : []), ...(form.some(isNeeded) ? ["inputs"] : [])],
        additionalProperties: false,
      },
    },
    kind: "offered",
    key: null,
    title: name,
    server: null,
    optional: false,
    cites: false,
    // What it does besides answering is asked for where it does it.
    confirm: false,
    run: async (now, args, { signal, key }) => {
      const { text = "", inputs = {} } = args as { text?: string; inputs?: unknown };
      const read = appInputs.safeParse(inputs);
      if (!read.success) throw new ToolFailure("appInputs");
      const question = { text, inputs: read.data };
      const app = await appWithin(now, id, depth);
      if (app.kind !== "workflow") return { text: await ask(now, id, question, { key, signal, depth }) };
      const { runId } = await startRun(now, app, question, key, depth);
      return { text: await endOf(now, runId, signal) };
    },
  };
}

const isNeeded = ({ required, type }: AppVariable) => required && type !== "switch";
const TYPES = { text: "string", paragraph: "string", select: "string", number: "number", switch: "boolean" } as const;

const inputsSchema = (form: readonly AppVariable[]) => ({
  type: "object",
  properties: Object.fromEntries(
    form.map(({ name, label, type, options }) => [
      name,
      { type: TYPES[type], description: label, ...(type === "select" && { enum: options }) },
    ]),
  ),
  required: form.filter(isNeeded).map(({ name }) => name),
  additionalProperties: false,
});

/** What a run answers, once it ended or nothing goes on without a person. A stopped answer cancels it. Throws what it failed with. */
async function endOf(actor: Actor, runId: string, signal: AbortSignal): Promise<string> {
  const until = Date.now() + RUN_MS;
  const handleAbort = () => {
    const { id, account, request } = actor;
    inBackground(cancelTaskOf(kindOf(APP_RUN), runId, { id, account, request }), "run not cancelled", { runId });
  };
  signal.addEventListener("abort", handleAbort, { once: true });
  try {
    for (let wait = LOOK_MS; Date.now() < until; wait = Math.min(wait * 1.5, LOOK_MOST_MS)) {
      signal.throwIfAborted();
      const found = await findRun(db(), runId);
      if (!found) throw new ToolFailure("notFound");
      const { status, output, failure, failureArgs } = found.run;
      if (status === "done") return output ?? "";
      if (status === "waiting") return WAITS;
      if (status === "failed") throw new ToolFailure((failure ?? "unknown") as ErrorKey, "", failureArgs);
      if (status === "cancelled") throw new ToolFailure("toolStopped");
      await pause(wait, undefined, { signal });
    }
    return GOES_ON;
  } finally {
    signal.removeEventListener("abort", handleAbort);
  }
}
