import "server-only";
import { db } from "@/db/client";
import { findVersion } from "@/db/queries/apps/versions";
import { orNotFound } from "@/lib/errors/errors";
import { type AppInputs, appInputs } from "../../../variables";
import { beginningOf } from "../../../workflow/beginning";
import { asText, fillText, resolve, type Scope } from "../../../workflow/values";
import { askForText } from "../../answer";
import { versionInUse } from "../../apps";
import { assertInputs } from "../../chats";
import { appWithin } from "../../within";
import { FlowFailure, type Outcome, type StepContext, WAITS } from "../context";
import { givenTo } from "../given";
import { reviewGiven } from "../reviewing";
import { graphOf } from "../run-graph";
import type { Around } from ".";

/** Another app, with the rights of whoever asks. Throws notFound for one they may not use, flowDepth, and what it fails with. */
export async function runApp(context: StepContext<"app">, { engine, place }: Around): Promise<Outcome> {
  const { node, stepId, scope, run, signal, given, key } = context;
  const text = fillText(node.data.text, scope).trim();
  const inputs = inputsOf(node.data.inputs, scope);
  given({ ...inputs, ...(text && { text }) });
  const actor = await run.actor();
  const depth = place.depth + 1;
  const app = await appWithin(actor, node.data.appId ?? "", depth);
  if (app.kind !== "workflow") {
    const answer = await askForText(actor, app.id, { text, inputs }, { key, signal, depth });
    return { output: { text: answer } };
  }
  const { settings } = orNotFound(await findVersion(db(), app.id, versionInUse(app) ?? 0));
  const graph = graphOf(settings);
  const inner = new Map(givenTo(graph, { inputs, text, files: [] }));
  for (const name of ["user", "today", "run"]) inner.set(name, scope.get(name));
  const { variables, reviewRules: own } = beginningOf(graph);
  assertInputs({ variables }, inputs);
  await reviewGiven(actor, { appId: app.id, inputs, text, files: [] }, own);
  const end = await engine.graph(graph, {
    ...place,
    prefix: `${stepId}.`,
    scope: inner,
    isWhole: true,
    depth,
    appId: app.id,
    ownerId: app.ownerId,
    reviewRules: [...place.reviewRules, ...own],
    signal,
  });
  if (end.waits) return WAITS;
  return { output: { text: end.answers.join("\n\n") } };
}

function inputsOf(list: readonly { name: string; value: string }[], scope: Scope): AppInputs {
  const filled = list.map(({ name, value }) => {
    const given = resolve(value, scope);
    const isPlain = typeof given === "number" || typeof given === "boolean";
    return [name, isPlain ? given : asText(given)] as const;
  });
  const read = appInputs.safeParse(Object.fromEntries(filled));
  if (!read.success) throw new FlowFailure("appInputs");
  return read.data;
}
